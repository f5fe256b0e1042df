// Preloaded by npm start, npm run dev, npm run reset and npm run keys: reads .env, if there is one. What the environment sets already wins.
// Node's own --env-file-if-exists prints a line whenever the file is missing.
import { existsSync } from 'node:fs';

if (existsSync('.env')) process.loadEnvFile();
