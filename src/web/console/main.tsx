/** @jsxImportSource preact */
import { render } from 'preact';
import { Session } from '../session/session.ts';
import { Console } from './console.tsx';
import { preloadScreen } from './screens.ts';

preloadScreen(location.pathname);
const root = document.getElementById('root');
if (root !== null) render(<Console session={new Session()} />, root);
