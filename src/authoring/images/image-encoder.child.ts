// Not by the face: each of these processes loads what is imported here.
import { serveTasks } from '../../kit/core/limits/serve-tasks.ts';
import { encodeImage } from './encode-image.ts';

/** The program of the child process that reads images: one file in, its stored form out. */
serveTasks(encodeImage);
