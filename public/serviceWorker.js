// The one worker of this site; each subject stands in a file of its own. The first is written by the build.
importScripts(
  "service-worker/files.js",
  "service-worker/notifications.js",
  "service-worker/pictures.js",
  "service-worker/shell.js",
);
