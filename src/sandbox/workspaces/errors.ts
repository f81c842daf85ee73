import type { Json, SandboxResponse } from '../contract.ts';

export interface ErrorObject {
  readonly detail: string;
  readonly pointer?: string;
  readonly parameter?: string;
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'bad request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not found',
  409: 'conflict',
  422: 'unprocessable entity',
  503: 'service unavailable',
};

export class ApiError extends Error {
  readonly status: number;
  readonly errors: readonly ErrorObject[];

  constructor(status: number, ...errors: readonly ErrorObject[]) {
    super(errors[0]?.detail ?? TITLES[status] ?? 'error');
    this.status = status;
    this.errors = errors;
  }
}

function source({ pointer, parameter }: ErrorObject): Record<string, Json> {
  if (pointer !== undefined) return { source: { pointer } };
  return parameter === undefined ? {} : { source: { parameter } };
}

export function errorResponse(error: ApiError): SandboxResponse {
  const common = { status: String(error.status), title: TITLES[error.status] ?? 'error' };
  return {
    status: error.status,
    body: { errors: error.errors.map((object) => ({ ...common, detail: object.detail, ...source(object) })) },
  };
}

/** Missing and invisible resources look alike. */
export function notFound(what: string): ApiError {
  return new ApiError(404, { detail: `${what} not found, or you are not authorized to use it.` });
}

export function conflict(detail: string): ApiError {
  return new ApiError(409, { detail });
}

export function unprocessable(detail: string, pointer?: string): ApiError {
  return new ApiError(422, pointer === undefined ? { detail } : { detail, pointer });
}

export function badParameter(detail: string, parameter: string): ApiError {
  return new ApiError(400, { detail, parameter });
}

export class Violations {
  readonly #found: ErrorObject[] = [];

  add(pointer: string, detail: string): void {
    this.#found.push({ detail, pointer });
  }

  throwIfAny(): void {
    if (this.#found.length > 0) throw new ApiError(422, ...this.#found);
  }
}
