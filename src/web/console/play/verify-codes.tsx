/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Copy } from '../controls/copy.tsx';
import { Tabs } from '../controls/tabs.tsx';
import { verifyCodes } from './verify-code.ts';

const tabs = verifyCodes.map(({ language }) => ({ key: language, name: language }));

/** Receivers that verify signatures, one language at a time. */
export function VerifyCodes() {
  const [language, setLanguage] = useState('Node');
  const { install = '', code = '' } = verifyCodes.find((one) => one.language === language) ?? {};
  return (
    <section class="stack" aria-labelledby="verify">
      <h2 id="verify">Verify signatures</h2>
      <div>
        <Tabs label="Language" tabs={tabs} selected={language} onSelect={setLanguage}>
          <div class="stack">
            <p class="hint">
              <code>{install}</code>
            </p>
            <pre tabIndex={0} aria-label={`Receiver in ${language}`}>
              {code}
            </pre>
            <div class="actions">
              <Copy key={language} text={code} what="code" />
            </div>
          </div>
        </Tabs>
      </div>
    </section>
  );
}
