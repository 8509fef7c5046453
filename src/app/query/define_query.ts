/** A gRPC path and what answers it. One file each, named as the method. */
import type { GrpcHandler } from './handler.js';

export interface Query {
  /** `/cosmos.bank.v1beta1.Query/Balance`. */
  readonly path: string;
  readonly handler: GrpcHandler;
  /** It tells of the node itself, and is unknown to an application without one. */
  readonly ofNode: boolean;
}

export const defineQuery = (path: string, handler: GrpcHandler): Query => ({ path, handler, ofNode: false });

export const defineNodeQuery = (path: string, handler: GrpcHandler): Query => ({ path, handler, ofNode: true });
