// What a host application does with the panel in its frame: docs/spec/embedding.md, EMBED-10 to EMBED-14.
const panel = new URL(new URLSearchParams(location.search).get("panel"));
const frame = document.querySelector("iframe");
frame.src = new URL("/embedded_login?embedded=true", panel).href;

// To the panel's origin by name, never to "*": nobody else is to read a number, let alone a password.
const say = (message) => frame.contentWindow.postMessage(message, panel.origin);

for (const button of document.querySelectorAll("[data-number]")) {
  button.addEventListener("click", () =>
    say({ type: "callpanel:dial", destination: button.dataset.number, id: crypto.randomUUID() }),
  );
}

window.addEventListener("message", ({ data, origin, source }) => {
  if (origin !== panel.origin || source !== frame.contentWindow) return;
  const line = document.createElement("li");
  line.textContent = JSON.stringify(data);
  document.getElementById("log").append(line);
  if (data.type === "callpanel:state") document.getElementById("phone").textContent = data.phone;
});
