// Preloaded by npm start, npm run dev and npm run reset: reads .env, if there is one. What the environment sets already wins.
// Node's own --env-file-if-exists prints a line whenever the file is missing.
import { existsSync } from 'node:fs';

if (existsSync('.env')) process.loadEnvFile();
