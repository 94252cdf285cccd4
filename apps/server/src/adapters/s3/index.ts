export { createS3Bucket, type S3Bucket, type S3Errors, type S3Object, type S3Place } from "./s3-bucket.ts";
