const copied = [
  'font',
  'letterSpacing',
  'lineHeight',
  'padding',
  'border',
  'boxSizing',
  'textIndent',
  'wordSpacing',
  'tabSize',
  'direction',
] as const;

/** Where the caret of a field is, in pixels from the corner of the field: no browser reports it. */
export function caretPlace(area: HTMLTextAreaElement, at: number): { readonly left: number; readonly top: number } {
  const style = getComputedStyle(area);
  const mirror = document.createElement('div');
  for (const name of copied) mirror.style[name] = style[name];
  Object.assign(mirror.style, {
    position: 'absolute',
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
    width: `${area.offsetWidth}px`,
  });
  const mark = document.createElement('span');
  mark.textContent = '\u200b';
  mirror.append(area.value.slice(0, at), mark);
  area.parentElement?.append(mirror);
  const { offsetLeft, offsetTop, offsetHeight } = mark;
  mirror.remove();
  return { left: Math.min(offsetLeft, area.offsetWidth), top: offsetTop + offsetHeight - area.scrollTop };
}
