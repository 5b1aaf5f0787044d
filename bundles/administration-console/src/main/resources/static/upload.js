// A file that is dropped on a form is chosen in it. The form itself sends it.
for (const input of document.querySelectorAll("form.change input[type=file]")) {
  const form = input.form;
  form.addEventListener("dragover", (event) => {
    event.preventDefault();
    form.classList.add("drop");
  });
  form.addEventListener("dragleave", () => form.classList.remove("drop"));
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    form.classList.remove("drop");
    if (event.dataTransfer.files.length > 0) {
      input.files = event.dataTransfer.files;
      input.focus();
    }
  });
}
