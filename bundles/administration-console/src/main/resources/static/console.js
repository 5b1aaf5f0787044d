// The focus moves to a refusal, to a password that is shown once, or to the answer to a message.
const first = document.querySelector("[data-focus], #answer");
if (first) {
  first.tabIndex = -1;
  first.focus();
}
// A second click on a button does not send its form again.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.sent) {
    event.preventDefault();
  }
  form.dataset.sent = form.method === "post" ? "yes" : "";
});
addEventListener("pageshow", () => document.querySelectorAll("form[data-sent]").forEach((form) => delete form.dataset.sent));
document.documentElement.dataset.ready = "yes";
