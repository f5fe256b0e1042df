/** @jsxImportSource preact */
import { useLocation } from 'preact-iso';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Confirm } from '../controls/confirm.tsx';

/** The forms on the screen that have changes. */
const changedForms = new Set<object>();

type Leave = () => void;
let ask: ((leave: Leave) => void) | undefined;

/** A form that has changes: whoever leaves it is asked first, by the console inside it and by the browser around it. */
export function useUnsaved(isChanged: boolean): void {
  // Before the next event: Escape right after a keystroke must find the change.
  useLayoutEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    changedForms.add(warn);
    addEventListener('beforeunload', warn);
    return () => {
      changedForms.delete(warn);
      removeEventListener('beforeunload', warn);
    };
  }, [isChanged]);
}

/** Leaves a form: at once, or after a question where changes would be lost. */
export function leaveForm(leave: Leave): void {
  if (changedForms.size === 0 || ask === undefined) leave();
  else ask(leave);
}

/** Asks before a link, Back or Forward leaves changes that are not saved. */
export function UnsavedQuestion() {
  const { url, route } = useLocation();
  const [leave, setLeave] = useState<{ readonly go: Leave }>();
  const here = useRef({ url, place: 0 });
  useLayoutEffect(() => {
    here.current = { url, place: placeOf(history.state) ?? here.current.place + 1 };
    // Entries of the history are numbered, so that a way back is known from a way forward.
    history.replaceState({ place: here.current.place }, '');
  }, [url]);
  useLayoutEffect(() => {
    ask = (go) => setLeave({ go });
    const onClick = (event: MouseEvent): void => {
      const link = screenLinkOf(event);
      if (changedForms.size === 0 || link === undefined || link === here.current.url) return;
      event.preventDefault();
      event.stopPropagation();
      leaveForm(() => route(link));
    };
    const onPop = (event: PopStateEvent): void => {
      if (changedForms.size === 0 || location.pathname + location.search === here.current.url) return;
      event.stopImmediatePropagation();
      const step = (placeOf(event.state) ?? -1) < here.current.place ? -1 : 1;
      history.go(-step); // The browser has moved already.
      leaveForm(() => history.go(step));
    };
    // Ahead of the router, which listens without capture.
    addEventListener('click', onClick, true);
    addEventListener('popstate', onPop, true);
    return () => {
      ask = undefined;
      removeEventListener('click', onClick, true);
      removeEventListener('popstate', onPop, true);
    };
  }, []);
  if (leave === undefined) return null;
  const close = (): void => setLeave(undefined);
  return (
    <Confirm
      title="Leave without saving?"
      action="Discard changes"
      cancel="Keep editing"
      error={undefined}
      onConfirm={async () => {
        changedForms.clear();
        close();
        leave.go();
      }}
      onClose={close}
    >
      <p>What you have changed here is not saved. If you leave, it is lost.</p>
    </Confirm>
  );
}

const placeOf = (state: unknown): number | undefined => (state as { readonly place?: number } | null)?.place;

/** The path that a click on a link of the console leads to in this tab. */
function screenLinkOf(event: MouseEvent): string | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button !== 0) return undefined;
  const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
  if (link === undefined || link.origin !== location.origin || link.target !== '' || link.download !== '')
    return undefined;
  const isScreen = /^\/app(?:\/|$)/.test(link.pathname);
  return isScreen && link.hash === '' ? link.pathname + link.search : undefined;
}
