/** @jsxImportSource preact */
import { render } from 'preact';
import { Session } from '../session/session.ts';
import { Console } from './console.tsx';

const root = document.getElementById('root');
if (root !== null) render(<Console session={new Session()} />, root);
