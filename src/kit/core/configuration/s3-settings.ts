import type { EnvironmentReader } from './environment-reader.ts';

/**
 * The bucket of S3-compatible storage where audio and images are kept; null for the data folder. The keys belong to the URL: one
 * without the others is a fault.
 */
export function readAudioS3(read: EnvironmentReader) {
  const url = read.url('AUDIO_S3_URL', ['https:', 'http:']);
  const region = read.text('AUDIO_S3_REGION', 'us-east-1');
  const accessKeyId = read.optional('AUDIO_S3_ACCESS_KEY_ID');
  const secretAccessKey = read.optional('AUDIO_S3_SECRET_ACCESS_KEY');
  if (url !== null && accessKeyId !== null && secretAccessKey !== null) {
    return { url, region, accessKeyId, secretAccessKey };
  }
  if (url !== null || accessKeyId !== null || secretAccessKey !== null) {
    read.faults.push(
      'AUDIO_S3_URL, AUDIO_S3_ACCESS_KEY_ID and AUDIO_S3_SECRET_ACCESS_KEY go together: set all or none.',
    );
  }
  return null;
}
