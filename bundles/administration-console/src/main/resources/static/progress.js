// The part of a page that still changes is read again after each event of its stream, which is closed while the page is
// hidden. Without a stream, the part is read every two seconds.
const part = document.querySelector("[data-events][hx-get]");
const running = () => part.querySelector("[data-running]") !== null;
const read = () => {
  if (!document.hidden) {
    htmx.trigger(part, "progress");
  }
};

const poll = () => {
  const timer = setInterval(() => (running() ? read() : clearInterval(timer)), 2000);
};

const follow = () => {
  let stream;
  let polled = false;
  const begin = () => {
    stream?.close();
    if (document.hidden || polled || !running()) {
      return;
    }
    stream = new EventSource(part.dataset.events);
    stream.addEventListener("progress", (event) => {
      if (!JSON.parse(event.data).running) {
        stream.close();
      }
      read();
    });
    stream.addEventListener("error", () => {
      if (stream.readyState === EventSource.CLOSED && !polled) {
        polled = true;
        read();
        poll();
      }
    });
  };
  // A page of login or a refusal is shown whole.
  part.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const asked = new URL(detail.requestConfig.path, location);
    if (new URL(detail.xhr.responseURL).pathname !== asked.pathname || [403, 404].includes(detail.xhr.status)) {
      detail.shouldSwap = false;
      location.reload();
    }
  });
  document.addEventListener("visibilitychange", begin);
  begin();
};

if (part) {
  follow();
}
