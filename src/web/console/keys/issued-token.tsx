/** @jsxImportSource preact */
import { Copy } from '../controls/copy.tsx';
import { Dialog } from '../controls/dialog.tsx';

interface IssuedTokenProps {
  readonly token: string;
  readonly onClose: () => void;
}

/** Shows the value of a key. The server keeps a digest alone: it cannot show the value again. */
export function IssuedToken({ token, onClose }: IssuedTokenProps) {
  return (
    <Dialog title="Keep this key" onClose={onClose}>
      <p>This is the only time that its value is shown. Programs send it as Authorization: Bearer and this value.</p>
      <code class="secret" tabIndex={0} aria-label="Value of the key">
        {token}
      </code>
      <p class="actions">
        <Copy text={token} what="key" />
      </p>
    </Dialog>
  );
}
