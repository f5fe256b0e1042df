import path from 'node:path';
import { ImageStore } from '../authoring/images/image-store.ts';
import type { Config } from '../config.ts';
import { AudioStore } from '../engines/audio/audio-store.ts';
import { type FileStorage, FolderFiles } from '../engines/files/file-storage.ts';
import { S3Files } from '../engines/files/s3-files.ts';

type Where = Pick<Config, 'audioS3' | 'dataDir'>;

/** Opens where audio is kept: S3-compatible storage where it is configured, else the data folder. */
export function openAudioFiles({ audioS3, dataDir }: Where): FileStorage {
  return audioS3 === null ? new FolderFiles(path.join(dataDir, 'audio')) : new S3Files(audioS3);
}

/** Opens where images are kept: beside the audio. */
export function openImageFiles({ audioS3, dataDir }: Where): FileStorage {
  if (audioS3 === null) return new FolderFiles(path.join(dataDir, 'images'));
  return new S3Files({ ...audioS3, url: `${audioS3.url.replace(/\/+$/, '')}/images` });
}

export function openAudioStore(where: Where): AudioStore {
  return new AudioStore(openAudioFiles(where));
}

export function openImageStore(where: Where): ImageStore {
  return new ImageStore(openImageFiles(where));
}
