import type { EnvironmentReader } from './environment-reader.ts';

/**
 * A bucket of S3-compatible storage; null where none is set. The keys belong to the URL: one without the others is a fault.
 *
 * @param what is kept there, as the names of the variables begin
 */
export function readS3(read: EnvironmentReader, what: 'AUDIO' | 'BACKUP') {
  const url = read.url(`${what}_S3_URL`, ['https:', 'http:']);
  const region = read.text(`${what}_S3_REGION`, 'us-east-1');
  const accessKeyId = read.optional(`${what}_S3_ACCESS_KEY_ID`);
  const secretAccessKey = read.optional(`${what}_S3_SECRET_ACCESS_KEY`);
  if (url !== null && accessKeyId !== null && secretAccessKey !== null) {
    return { url, region, accessKeyId, secretAccessKey };
  }
  if (url !== null || accessKeyId !== null || secretAccessKey !== null) {
    read.faults.push(
      `${what}_S3_URL, ${what}_S3_ACCESS_KEY_ID and ${what}_S3_SECRET_ACCESS_KEY go together: set all or none.`,
    );
  }
  return null;
}
