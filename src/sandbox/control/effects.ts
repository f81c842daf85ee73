import type { Json } from '../contract.ts';
import type { ControlHandler } from './context.ts';

export const listEffects: ControlHandler = ({ query }, { effects, redactor }) => {
  const after = Number(query.get('after') ?? 0);
  const listed = effects.list().filter(({ sequence }) => !(sequence <= after));
  return {
    status: 200,
    body: listed.map(({ body, ...effect }): Json => ({
      ...effect,
      ...(body === undefined ? {} : { body: redactor.body(body) }),
    })),
  };
};

export const clearEffects: ControlHandler = (_request, { effects }) => {
  effects.clear();
  return { status: 204 };
};
