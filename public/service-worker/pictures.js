// Keeps pictures for pages that cannot keep them themselves, under addresses below /api/cache, which no server has (§2.6).
// It handles these and nothing else. The pictures of a NextChat stay where they are.
(() => {
  const cacheName = "chatgpt-next-web-file";
  const uploadName = "upload";
  /** The types that are kept and served, by how their bytes begin, as text; nothing else is shown as a picture. */
  const types = [
    ["png", "image/png", /^\x89PNG\r\n/],
    ["jpg", "image/jpeg", /^\xff\xd8\xff/],
    ["gif", "image/gif", /^GIF8/],
    ["webp", "image/webp", /^RIFF[\s\S]{4}WEBP/],
    ["avif", "image/avif", /^[\s\S]{4}ftypavi[fs]/],
  ];

  function folder() {
    return new URL("api/cache/", self.registration.scope).href;
  }

  function answer(body, status = 200) {
    return Response.json(body, { status });
  }

  /** Tells a picture's type by its bytes, whatever its name says. */
  async function typeOf(file) {
    const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
    return types.find(([, , beginning]) => beginning.test(head));
  }

  async function keep(request) {
    const file = (await request.formData()).get("file");
    const found = file instanceof Blob ? await typeOf(file) : undefined;
    if (!found) return answer({ code: 1, msg: "This is no picture." }, 415);
    const [extension, type] = found;
    const url = `${folder()}${crypto.randomUUID()}.${extension}`;
    const headers = { "content-type": type, "content-length": String(file.size), "cache-control": "no-cache" };
    await (await caches.open(cacheName)).put(url, new Response(file, { headers }));
    return answer({ code: 0, data: url });
  }

  /** Never as a document: only into a page's own pictures, and to its own code. */
  async function serve({ url, destination }) {
    const found = destination === "image" || destination === "" ? await caches.match(url, { cacheName }) : undefined;
    const type = found && (await typeOf(await found.clone().blob()))?.[1];
    if (!type) return answer({ code: 1, msg: "There is nothing here." }, 404);
    const headers = {
      "content-type": type,
      "cache-control": "no-cache",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    };
    return new Response(await found.blob(), { headers });
  }

  async function remove({ url }) {
    await (await caches.open(cacheName)).delete(url);
    return answer({ code: 0 });
  }

  async function handle(request) {
    try {
      if (request.method === "POST" && request.url === folder() + uploadName) return await keep(request);
      if (request.method === "GET") return await serve(request);
      if (request.method === "DELETE") return await remove(request);
      return answer({ code: 1, msg: "This cannot be done here." }, 405);
    } catch (error) {
      return answer({ code: 1, msg: String(error) }, 500);
    }
  }

  self.addEventListener("fetch", (event) => {
    if (event.request.url.startsWith(folder())) event.respondWith(handle(event.request));
  });
})();
