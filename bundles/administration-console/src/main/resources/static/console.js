// The focus moves to a refusal, or to a password that is shown once.
document.querySelector("[data-focus]")?.focus();
document.documentElement.dataset.ready = "yes";
