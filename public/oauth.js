// Hands what an authorisation server said to the page that asked, which alone knows the name of the channel, and closes.
const said = location.search;
history.replaceState(null, "", location.pathname);
const channel = new BroadcastChannel(`mcp-sign-in:${new URLSearchParams(said).get("state")}`);
channel.postMessage(said);
channel.close();
close();
