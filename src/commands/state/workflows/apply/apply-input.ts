import type { WaitInput } from '../../../../run/single/waiting.ts';
import type { OwnContext } from '../../../../run/single/workflow.ts';
import type { ChoiceInput } from '../wanted-of-files.ts';
import type { FileInput } from '../files/wanted.ts';

export type ApplyInput = FileInput &
  ChoiceInput &
  WaitInput &
  Readonly<{
    files?: readonly string[] | undefined;
    'allow-rotation'?: boolean | undefined;
    full?: boolean | undefined;
    'keep-going'?: boolean | undefined;
    receipt?: string | undefined;
    resume?: string | undefined;
    parallel?: number | bigint | undefined;
    rate?: number | bigint | undefined;
    limit?: number | bigint | undefined;
    expect?: string | undefined;
    where?: readonly string[] | undefined;
    wave?: readonly string[] | undefined;
    check?: string | undefined;
    'max-failures'?: number | bigint | undefined;
    'on-failure'?: 'stop' | 'undo' | undefined;
  }>;

export type ApplyContext = OwnContext<ApplyInput>;
