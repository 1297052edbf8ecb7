// The one worker of this site. The build joins the files of the folder to this script.
importScripts("service-worker/built.js");
