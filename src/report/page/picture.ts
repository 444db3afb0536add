import { element } from "./element.ts";

/** Lets a picture that is wider than the page be seen at its own size, too: the part in its middle first. */
export function enlargePicture(): void {
  const picture = document.querySelector(".picture");
  const scroll = picture?.querySelector(".scroll");
  const image = picture?.querySelector("img");
  if (picture === null || !scroll || !image) return;
  const button = element("button", { type: "button", "aria-pressed": "false" }, "Show at full size");
  button.addEventListener("click", () => {
    const isLarge = picture.classList.toggle("large");
    button.setAttribute("aria-pressed", String(isLarge));
    scroll.scrollLeft = (scroll.scrollWidth - scroll.clientWidth) / 2;
    scroll.scrollTop = (scroll.scrollHeight - scroll.clientHeight) / 2;
  });
  const offer = () => {
    if (image.naturalWidth > scroll.clientWidth) picture.append(button);
  };
  if (image.complete) offer();
  else image.addEventListener("load", offer);
}
