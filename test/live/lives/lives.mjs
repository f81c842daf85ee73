// Lives of jobs: what is registered and done, and when it is looked at. Their jobs take seconds.
const second = 1e9;
const minute = 60 * second;

const task = (config, more = {}) => ({
  Name: 'main',
  Driver: 'mock_driver',
  Config: config,
  Resources: { CPU: 20, MemoryMB: 16 },
  LogConfig: { MaxFiles: 1, MaxFileSizeMB: 1 },
  ...more,
});
const forever = task({ run_for: '1h' });
const crash = (after = '300ms') => task({ run_for: after, exit_code: 3 });
const firstCrashes = task(
  { command: '/bin/sh', args: ['-c', 'test "$NOMAD_ALLOC_INDEX" = 0 && sleep 4 && exit 3; exec sleep 3600'] },
  { Driver: 'raw_exec' },
);
/** Runs on every client; its lines can count the runs in `$NOMAD_ALLOC_DIR`. */
const shell = (text, more = {}) =>
  task({ command: '/bin/sh', args: ['-c', text] }, { Driver: 'raw_exec', KillTimeout: second, ...more });
const count = 'n=$(cat $NOMAD_ALLOC_DIR/n 2>/dev/null || echo 0); echo $((n+1)) >$NOMAD_ALLOC_DIR/n';
const again = (delay, Attempts = 100) => ({ Attempts, Interval: 10 * minute, Delay: delay, Mode: 'delay' });
const noRestarts = { Attempts: 0, Interval: minute, Delay: second, Mode: 'fail' };
const never = { Attempts: 0, Interval: 0, Unlimited: false };
const later = { Attempts: 0, Unlimited: true, Delay: 10 * minute, DelayFunction: 'constant', MaxDelay: 0 };
const soon = { Attempts: 0, Unlimited: true, Delay: 5 * second, DelayFunction: 'constant', MaxDelay: 0 };
const limited = {
  Attempts: 1,
  Interval: 10 * minute,
  Unlimited: false,
  Delay: 5 * second,
  DelayFunction: 'constant',
};
const update = {
  MaxParallel: 1,
  HealthCheck: 'task_states',
  MinHealthyTime: second,
  HealthyDeadline: 8 * second,
  ProgressDeadline: 12 * second,
  AutoRevert: false,
  AutoPromote: false,
  Canary: 0,
};
const undeployed = { Update: { ...update, MaxParallel: 0 } };
const group = (name, tasks, more = {}) => ({
  Name: name,
  Count: 1,
  RestartPolicy: noRestarts,
  ReschedulePolicy: never,
  EphemeralDisk: { SizeMB: 10 },
  Tasks: [tasks].flat(),
  ...more,
});
const service = (groups, more = {}) => ({
  Type: 'service',
  Datacenters: ['*'],
  Update: update,
  TaskGroups: [groups].flat(),
  ...more,
});
const batch = (groups, more = {}) => ({
  Type: 'batch',
  Datacenters: ['*'],
  TaskGroups: [groups].flat(),
  ...more,
});

/** System and sysbatch jobs have no reschedule policy. */
const everywhere = (Type, tasks, more = {}) => ({
  Type,
  Datacenters: ['*'],
  TaskGroups: [group('app', tasks, { ReschedulePolicy: null })],
  ...more,
});

/** A task of a hook; a sidecar runs beside the main task. */
const hooked = (Name, Hook, Sidecar = false, run_for = '1h') =>
  task({ run_for }, { Name, Lifecycle: { Hook, Sidecar } });

const deployed = (status) => (seen) => seen.deployments.at(-1)?.Status === status;
const any = (status) => (seen) => seen.allocations.some(({ ClientStatus }) => ClientStatus === status);
const all =
  (status, count = 1) =>
  (seen) =>
    seen.allocations.length >= count && seen.allocations.every(({ ClientStatus }) => ClientStatus === status);
const blocked = (seen) => seen.evaluations.some(({ Status }) => Status === 'blocked');
const evaluated = (seen) => seen.evaluations.some(({ Status }) => Status === 'complete');
const dead = (seen) => seen.job?.Status === 'dead';

/** Registers the job, and records it when a state is reached and again later. */
const simple = (name, about, job, reached, ...pauses) => ({
  name,
  about,
  live: async ({ register, until, record, pause }) => {
    await register(job);
    await record('just registered');
    await until(reached);
    await record('reached');
    for (const seconds of pauses) {
      await pause(seconds);
      await record(`${seconds} s later`);
    }
  },
});

const crashing = (name, about, policy, reached, ...pauses) =>
  simple(
    `crash-${name}`,
    about,
    service(group('app', crash(), { ReschedulePolicy: policy })),
    reached,
    ...pauses,
  );

const unplaceable = (reason, about, more, groupMore = {}) =>
  simple(`unplaceable-${reason}`, about, service(group('app', forever, groupMore), more), blocked, 5);

/** Its task takes a second to end. */
const endsSlowly = shell('trap "" INT; while :; do sleep 1; done');

/** One allocation of the job is stopped as `nomad alloc stop` does, at once when it runs, or `after` another state. */
const stopped = (name, about, job, pauses, after = any('running')) => ({
  name,
  about,
  live: async ({ id, send, register, until, record, pause }) => {
    await register(job);
    await until(after);
    const running = (await send('GET', `/v1/job/${id}/allocations`)).filter(
      ({ ClientStatus }) => ClientStatus === 'running',
    );
    const { ID } = running.toSorted((a, b) => (a.Name < b.Name ? -1 : 1))[0];
    await send('PUT', `/v1/allocation/${ID}/stop?reschedule=true`);
    await until((seen) => seen.allocations.some((one) => one.ID === ID && one.ClientStatus === 'complete'));
    await record('its allocation was stopped');
    for (const seconds of pauses) {
      await pause(seconds);
      await record(`${seconds} s later`);
    }
  },
});
const inTenSeconds = { ...limited, Delay: 10 * second };

const isOver = ({ DesiredStatus, ClientStatus }) =>
  DesiredStatus !== 'run' || /^(?:complete|failed|lost)$/.test(ClientStatus);

/** Waits until the server has collected everything of the job that is over; it looks every five minutes. */
const collected = async (id, { send, pause }) => {
  const path = `/v1/job/${encodeURIComponent(id)}`;
  for (const end = Date.now() + 15 * 60_000; Date.now() < end; await pause(5)) {
    const [evaluations, allocations, deployments] = await Promise.all(
      ['evaluations', 'allocations', 'deployments'].map((what) => send('GET', `${path}/${what}`)),
    );
    // Evaluations and deployments are kept with the allocations that they placed.
    const isLeft = allocations.length === 0 && evaluations.length + deployments.length > 0;
    if (!isLeft && !allocations.some(isOver)) return;
  }
  process.stderr.write(`${id}: the server collected nothing\n`);
};

/** Recorded again once the server has collected what is over. */
const collecting = (name, about, job, reached) => ({
  name: `collected-${name}`,
  about: `${about}, and the server has collected what was over`,
  live: async (tools) => {
    await tools.register(job);
    await tools.until(reached);
    await tools.pause(2);
    await tools.record('before');
    await collected(tools.id, tools);
    await tools.record('collected');
  },
});
const onWindows = { Constraints: [{ LTarget: '${attr.kernel.name}', Operand: '=', RTarget: 'windows' }] };

/** Waits until the server calls a node down. */
const untilLost = async (send) => {
  const isLost = async () => (await send('GET', '/v1/nodes')).some(({ Status }) => Status === 'down');
  for (const end = Date.now() + 90_000; Date.now() < end && !(await isLost());)
    await new Promise((done) => setTimeout(done, 500));
};

export const lives = [
  simple('healthy', 'A service that becomes healthy', service(group('app', forever)), deployed('successful')),
  simple(
    'crash-unlimited',
    'Rescheduled for ever',
    service(group('app', crash(), { ReschedulePolicy: soon }), {
      Update: { ...update, ProgressDeadline: 5 * minute },
    }),
    (seen) => seen.allocations.length > 2,
    6,
  ),
  crashing('limited', 'Rescheduled once', limited, (seen) => seen.allocations.length > 1, 4, 12),
  crashing('none', 'Never rescheduled', never, any('failed'), 1, 15),
  crashing('delayed', 'Rescheduled in ten minutes', later, any('failed'), 1, 15),
  simple(
    'crash-after-health',
    'Healthy, then it crashes and is never rescheduled',
    service(group('app', crash('4s'))),
    any('failed'),
    2,
  ),
  simple(
    'crash-after-health-delayed',
    'Healthy, then it crashes and is rescheduled in ten minutes',
    service(group('app', crash('4s'), { Count: 2, ReschedulePolicy: later })),
    all('failed', 2),
    2,
  ),
  simple(
    'restarts',
    'Healthy, then its task is restarted again and again',
    service(
      group('app', crash('2s'), {
        RestartPolicy: { Attempts: 100, Interval: 10 * minute, Delay: second / 5, Mode: 'delay' },
      }),
    ),
    deployed('successful'),
    8,
    15,
  ),
  simple(
    'restarts-left',
    'Its task is restarted four times, and runs on from then on',
    service(
      group('app', shell(`${count}; test $n -lt 4 && exit 3; exec sleep 3600`), {
        RestartPolicy: again(second / 5),
      }),
    ),
    deployed('successful'),
    10,
    25,
  ),
  simple(
    'restarts-beside',
    'One of two tasks is restarted again and again, with a long delay; the other runs',
    service(
      group('app', [shell('sleep 3; exit 3'), shell('exec sleep 3600', { Name: 'beside' })], {
        RestartPolicy: again(8 * second, 50),
      }),
    ),
    deployed('successful'),
    6,
    30,
  ),
  {
    name: 'restarts-asked',
    about: 'Healthy, then somebody restarts it four times',
    live: async ({ id, send, register, until, record, pause }) => {
      await register(service(group('app', shell('exec sleep 3600'))));
      await until(deployed('successful'));
      const [{ ID }] = await send('GET', `/v1/job/${id}/allocations`);
      for (let times = 1; times <= 4; times += 1) {
        await send('PUT', `/v1/client/allocation/${ID}/restart`, { AllTasks: true });
        await pause(2);
      }
      await record('restarted four times');
    },
  },
  {
    name: 'canary-restarts',
    about: 'A canary that was healthy is restarted again and again',
    live: async ({ register, until, record, pause }) => {
      await register(service(group('app', shell('exec sleep 3600'))));
      await until(deployed('successful'));
      await register(
        service(group('app', shell('sleep 3; exit 3'), { RestartPolicy: again(second / 5) }), {
          Update: { ...update, Canary: 1 },
        }),
      );
      await until((seen) => seen.deployments.at(-1)?.TaskGroups.app.HealthyAllocs === 1);
      await record('the canary is healthy');
      await pause(14);
      await record('14 s later');
    },
  },
  simple(
    'two-groups-one-down',
    'One group of two has failed after a successful deployment',
    service([group('checkout', crash('4s'), { Count: 3 }), group('exporter', forever)]),
    (seen) => seen.allocations.filter(({ ClientStatus }) => ClientStatus === 'failed').length === 3,
    2,
  ),
  simple(
    'two-groups-one-waits',
    'One group of two has failed and waits ten minutes to be rescheduled',
    service([
      group('checkout', crash('4s'), { Count: 2, ReschedulePolicy: later }),
      group('exporter', forever),
    ]),
    (seen) => seen.allocations.filter(({ ClientStatus }) => ClientStatus === 'failed').length === 2,
    2,
  ),
  simple(
    'two-groups-one-unplaced',
    'One group of two cannot be placed',
    service([
      group('app', forever),
      group('big', task({ run_for: '1h' }, { Resources: { CPU: 20, MemoryMB: 900000 } })),
    ]),
    (seen) => blocked(seen) && any('running')(seen),
    5,
  ),
  simple(
    'one-of-two-failed',
    'One allocation of two has failed for good after a successful deployment',
    service(group('app', firstCrashes, { Count: 2, Update: { ...update, MaxParallel: 2 } })),
    any('failed'),
    2,
  ),
  {
    name: 'canary-waits',
    about: 'A healthy canary waits for its promotion',
    live: async ({ register, until, record }) => {
      await register(service(group('app', forever, { Count: 2 })));
      await until(deployed('successful'));
      await register(
        service(group('app', task({ run_for: '2h' }), { Count: 2 }), { Update: { ...update, Canary: 1 } }),
      );
      await record('just registered');
      await until((seen) => seen.deployments.at(-1)?.TaskGroups.app.HealthyAllocs === 1);
      await record('the canary is healthy');
    },
  },
  {
    name: 'canary-crashed',
    about: 'A canary crashes after it was healthy',
    live: async ({ id, send, register, until, record, pause }) => {
      await register(service(group('app', forever)));
      await until(deployed('successful'));
      await register(service(group('app', crash('9s')), { Update: { ...update, Canary: 1 } }));
      await until((seen) => seen.deployments.at(-1)?.TaskGroups.app.HealthyAllocs === 1);
      await record('the canary is healthy');
      await until(any('failed'));
      await record('the canary has crashed');
      await pause(3);
      await record('3 s later');
      const [{ ID }] = (await send('GET', `/v1/job/${id}/deployments`)).sort(
        (a, b) => b.CreateIndex - a.CreateIndex,
      );
      // Some servers refuse it, others promote what has crashed.
      await send('PUT', `/v1/deployment/promote/${ID}`, { DeploymentID: ID, All: true }).catch(
        () => undefined,
      );
      await pause(3);
      await record('after a promotion was tried');
    },
  },
  {
    name: 'auto-revert',
    about: 'A version fails and is reverted by the server',
    live: async ({ register, until, record, pause }) => {
      await register(service(group('app', forever)));
      await until((seen) => deployed('successful')(seen) && seen.job.Stable);
      await register(service(group('app', crash()), { Update: { ...update, AutoRevert: true } }));
      await until(any('failed'));
      await record('it has crashed');
      await until((seen) => seen.job.Version === 2);
      await record('reverted');
      await until((seen) => seen.job.Version === 2 && deployed('successful')(seen));
      await record('the earlier version is healthy');
      await pause(2);
    },
  },
  simple(
    'auto-revert-first',
    'The first version fails, so there is nothing to revert to',
    service(group('app', crash()), { Update: { ...update, AutoRevert: true } }),
    deployed('failed'),
    2,
  ),
  unplaceable('driver', 'No node has the driver', {}, { Tasks: [task({}, { Driver: 'firecracker' })] }),
  unplaceable('constraint', 'No node meets the constraint', {
    Constraints: [{ LTarget: '${attr.kernel.name}', RTarget: 'windows', Operand: '=' }],
  }),
  unplaceable(
    'memory',
    'No node has enough memory',
    {},
    { Tasks: [task({ run_for: '1h' }, { Resources: { CPU: 20, MemoryMB: 900000 } })] },
  ),
  unplaceable('datacenter', 'No node is in the datacenter', { Datacenters: ['moon'] }),
  unplaceable(
    'distinct-hosts',
    'More allocations than hosts',
    { Constraints: [{ Operand: 'distinct_hosts', RTarget: 'true' }] },
    { Count: 3 },
  ),
  unplaceable('pool', 'The node pool has no nodes', { NodePool: 'lab' }),
  simple(
    'unplaceable-two-groups',
    'Two groups exclude the nodes by one constraint, and the second by what the scheduler remembers',
    service([group('app', forever), group('web', forever)], {
      Constraints: [{ LTarget: '${attr.kernel.name}', RTarget: 'windows', Operand: '=' }],
    }),
    blocked,
    2,
  ),
  simple(
    'unplaceable-batch',
    'A batch job without room',
    batch(group('app', task({ run_for: '1s' }, { Resources: { CPU: 20, MemoryMB: 900000 } }))),
    blocked,
    2,
  ),
  simple(
    'unplaceable-system',
    'A system job that no node can run',
    everywhere('system', forever, {
      Constraints: [{ LTarget: '${attr.kernel.name}', RTarget: 'windows', Operand: '=' }],
    }),
    evaluated,
    3,
  ),
  simple('system', 'A system job runs', everywhere('system', forever), all('running'), 14),
  simple('system-crash', 'A system job crashes', everywhere('system', crash()), any('failed'), 4),
  simple(
    'driver-failure',
    'The program does not exist',
    service(group('app', task({ command: '/nonexistent/program' }, { Driver: 'raw_exec' }))),
    any('failed'),
    3,
  ),
  simple(
    'artifact-failure',
    'An artifact cannot be downloaded',
    service(
      group(
        'app',
        task(
          { run_for: '1h' },
          { Artifacts: [{ GetterSource: 'http://127.0.0.1:9/app.tgz', RelativeDest: 'local/' }] },
        ),
      ),
    ),
    any('failed'),
    3,
  ),
  simple(
    'prestart-waits',
    'A prestart task does not end, so the main task is not started',
    service(group('app', [hooked('before', 'prestart'), forever])),
    any('running'),
    4,
    12,
  ),
  simple(
    'prestart-waits-undeployed',
    'A prestart task of a service without an update block does not end',
    service(group('app', [hooked('before', 'prestart'), forever]), undeployed),
    any('running'),
    8,
  ),
  simple(
    'prestart-waits-system',
    'A prestart task of a system job does not end',
    everywhere('system', [hooked('before', 'prestart'), forever], undeployed),
    any('running'),
    8,
  ),
  simple(
    'prestart-ends-system',
    'A prestart task of a system job ends, a sidecar runs on, and a poststop task waits for the end',
    everywhere('system', [
      hooked('before', 'prestart', false, '1s'),
      hooked('beside', 'prestart', true),
      forever,
      hooked('after', 'poststop'),
    ]),
    (seen) => seen.allocations.some(({ TaskStates }) => TaskStates?.main?.State === 'running'),
    14,
  ),
  simple(
    'sidecar-first',
    'A sidecar runs while the main task is slow to start',
    everywhere('system', [
      hooked('beside', 'prestart', true),
      task({ run_for: '1h', start_block_for: '8s' }),
    ]),
    any('running'),
    12,
  ),
  simple(
    'unhealthy-deployment',
    'A deployment goes on while allocations are unhealthy',
    service(group('app', crash('1500ms'), { Count: 3, ReschedulePolicy: soon }), {
      Update: {
        ...update,
        MaxParallel: 3,
        MinHealthyTime: 5 * second,
        HealthyDeadline: 30 * second,
        ProgressDeadline: 5 * minute,
      },
    }),
    (seen) => (seen.deployments.at(-1)?.TaskGroups.app.UnhealthyAllocs ?? 0) > 2,
    8,
  ),
  simple(
    'no-deployment',
    'A service without an update block crashes',
    service(group('app', crash()), undeployed),
    any('failed'),
    2,
  ),
  {
    name: 'paused',
    about: 'A deployment is paused',
    live: async ({ id, send, register, record, pause }) => {
      await register(
        service(group('app', forever), {
          Update: {
            ...update,
            MinHealthyTime: 20 * second,
            HealthyDeadline: minute,
            ProgressDeadline: 2 * minute,
          },
        }),
      );
      await pause(2);
      const [{ ID }] = await send('GET', `/v1/job/${id}/deployments`);
      await send('PUT', `/v1/deployment/pause/${ID}`, { DeploymentID: ID, Pause: true });
      await record('paused');
    },
  },
  {
    name: 'lost-node',
    about: 'The node of an allocation is lost, and no other can take it',
    live: async ({ register, until, record, node2, pause }) => {
      await node2('start');
      await register(
        service(group('app', forever, { Disconnect: null, ReschedulePolicy: soon }), { NodePool: 'lab' }),
      );
      await until(deployed('successful'));
      await record('it runs');
      await node2('kill');
      await until(any('lost'));
      await record('the node is lost');
      await pause(4);
      await record('4 s later');
    },
  },
  {
    name: 'lost-node-stopped',
    about: 'A job is stopped after the node of its allocation was lost, whose task still runs',
    live: async ({ id, send, register, until, record, node2 }) => {
      await node2('start');
      await register(
        service(group('app', shell('exec sleep 3600'), { ReschedulePolicy: soon }), { NodePool: 'lab' }),
      );
      await until(deployed('successful'));
      await node2('kill');
      await until(any('lost'));
      await send('DELETE', `/v1/job/${id}`);
      await until(dead);
      await record('stopped');
      await node2('start');
      await until(all('complete'));
      await record('the node answers again');
      await node2('stop');
    },
  },
  {
    name: 'lost-node-scaled-to-zero',
    about: 'A job is scaled to 0 after the node of its allocation was lost, whose task still runs',
    live: async ({ id, send, register, until, record, node2 }) => {
      await node2('start');
      await register(
        service(group('app', shell('exec sleep 3600'), { ReschedulePolicy: soon }), { NodePool: 'lab' }),
      );
      await until(deployed('successful'));
      await node2('kill');
      await until(any('lost'));
      await send('POST', `/v1/job/${id}/scale`, { Count: 0, Target: { Group: 'app' }, Message: 'to 0' });
      await until(dead);
      await record('scaled to 0');
      await node2('start');
      await until(all('complete'));
      await record('the node answers again');
      await node2('stop');
    },
  },
  {
    name: 'lost-node-sysbatch',
    about:
      'The node of an allocation of a sysbatch job is lost, then purged; the allocation of another one ends well',
    live: async ({ send, register, until, record, node2 }) => {
      await node2('start');
      await register(everywhere('sysbatch', shell('exec sleep 12'), { NodePool: 'all' }));
      await until(all('running', 2));
      await node2('kill');
      await until(any('complete'));
      await untilLost(send);
      await record('the node is lost');
      const nodes = await send('GET', '/v1/nodes');
      const { ID } = nodes.find(({ Status }) => Status === 'down');
      await send('PUT', `/v1/node/${ID}/purge`);
      await record('the node is purged');
      await node2('start');
    },
  },
  {
    name: 'lost-node-batch',
    about: 'The node of an allocation of a batch job is lost, and no other can take it',
    live: async ({ send, register, until, record, node2, pause }) => {
      await node2('start');
      await register(batch(group('app', shell('exec sleep 3600')), { NodePool: 'lab' }));
      await until(all('running'));
      await node2('kill');
      await untilLost(send);
      await pause(3);
      await record('the node is lost');
      await node2('start');
    },
  },
  {
    name: 'disconnected',
    about: 'The node of an allocation does not answer, and the allocation is waited for',
    live: async ({ register, until, record, node2 }) => {
      await node2('start');
      const disconnect = { LostAfter: 10 * minute, Replace: false, Reconcile: 'best_score' };
      await register(service(group('app', forever, { Disconnect: disconnect }), { NodePool: 'lab' }));
      await until(deployed('successful'));
      await node2('freeze');
      await until(any('unknown'));
      await record('the node does not answer');
      await node2('thaw');
      await until(any('running'));
      await record('it answers again');
      await node2('stop');
    },
  },
  simple(
    'sysbatch-complete',
    'A sysbatch job ends well',
    everywhere('sysbatch', task({ run_for: '2s' })),
    any('complete'),
    2,
  ),
  simple('sysbatch-failed', 'A sysbatch job fails', everywhere('sysbatch', crash()), any('failed'), 2),
  simple(
    'service-ends',
    'The task of a service ends by itself, and is not started again',
    service(group('app', task({ run_for: '4s' }))),
    (seen) => any('complete')(seen) || any('failed')(seen),
    2,
  ),
  simple('batch-complete', 'A batch job ends well', batch(group('app', task({ run_for: '1s' }))), dead, 2),
  simple('batch-failed', 'A batch job fails', batch(group('app', crash())), dead, 2),
  simple(
    'batch-one-failed',
    'One group of a batch job fails',
    batch([group('good', task({ run_for: '1s' })), group('bad', crash())]),
    dead,
    2,
  ),
  simple(
    'batch-delayed',
    'A batch job fails and is tried again in ten minutes',
    batch(
      group('app', crash(), {
        ReschedulePolicy: { ...later, Unlimited: false, Attempts: 1, Interval: 60 * minute },
      }),
    ),
    any('failed'),
    2,
  ),
  simple(
    'batch-retried',
    'A batch job fails, and fails again',
    batch(group('app', crash(), { ReschedulePolicy: limited })),
    (seen) => dead(seen) && seen.allocations.length > 1,
    2,
  ),
  {
    name: 'periodic',
    about: 'A periodic parent and its child',
    live: async ({ id, send, register, record, pause }) => {
      await register(
        batch(group('app', crash()), { Periodic: { Enabled: true, SpecType: 'cron', Spec: '0 0 1 1 *' } }),
      );
      await record('the parent without children');
      await send('PUT', `/v1/job/${id}/periodic/force`);
      await pause(4);
      await record('the parent with a child that failed');
      const [child] = await send('GET', `/v1/jobs?prefix=${id}/periodic-`);
      await record('the child', child.ID);
    },
  },
  {
    name: 'parameterized',
    about: 'A parameterized parent and its child',
    live: async ({ id, send, register, record, pause }) => {
      await register(batch(group('app', crash()), { ParameterizedJob: { Payload: 'optional' } }));
      await record('the parent without children');
      const { DispatchedJobID } = await send('PUT', `/v1/job/${id}/dispatch`, {});
      await pause(4);
      await record('the parent with a child that failed');
      await record('the child', DispatchedJobID);
    },
  },
  {
    name: 'purged',
    about: 'A job is purged',
    live: async ({ id, send, register, record, pause, until }) => {
      await register(service(group('app', forever)));
      await until(any('running'));
      await send('DELETE', `/v1/job/${id}?purge=true`);
      await pause(1);
      await record('purged');
    },
  },
  {
    name: 'stopped-while-failing',
    about: 'A job is stopped while it fails',
    live: async ({ id, send, register, record, pause, until }) => {
      await register(service(group('app', crash(), { ReschedulePolicy: later })));
      await until(any('failed'));
      await send('DELETE', `/v1/job/${id}`);
      await record('stopped');
      await pause(3);
      await record('3 s later');
    },
  },
  {
    name: 'scaled-to-zero',
    about: 'A failing group is scaled to 0',
    live: async ({ id, send, register, record, pause, until }) => {
      await register(
        service([group('app', crash('4s'), { ReschedulePolicy: later }), group('web', forever)]),
      );
      await until(any('failed'));
      await until(deployed('successful'));
      await send('PUT', `/v1/job/${id}/scale`, { Count: 0, Target: { Group: 'app', Job: id } });
      await record('scaled');
      await pause(4);
      await record('4 s later');
      await send('PUT', `/v1/job/${id}/scale`, { Count: 0, Target: { Group: 'web', Job: id } });
      await pause(4);
      await record('all groups are at 0');
    },
  },
  {
    name: 'scaled-to-zero-slowly',
    about: 'Groups whose tasks take seconds to end are scaled to 0, first one of two',
    live: async ({ id, send, register, record, pause, until }) => {
      const slow = shell('trap "" INT; while :; do sleep 1; done', { KillTimeout: 6 * second });
      const down = (name) =>
        send('PUT', `/v1/job/${id}/scale`, { Count: 0, Target: { Group: name, Job: id } });
      await register(service([group('app', slow, { Count: 2 }), group('web', slow)]));
      await until(deployed('successful'));
      await down('app');
      await pause(2);
      await record('app is scaled to 0');
      await until(
        (seen) => seen.allocations.filter(({ ClientStatus }) => ClientStatus === 'running').length === 1,
      );
      await record('app has ended');
      await down('web');
      await pause(2);
      await record('web is scaled to 0');
      await until(all('complete', 3));
      await record('web has ended');
    },
  },
  {
    name: 'registered-again',
    about: 'The same job is registered again',
    live: async ({ register, record, pause, until }) => {
      const job = service(group('app', forever));
      await register(job);
      await until(deployed('successful'));
      await register(job);
      await pause(2);
      await record('registered again');
    },
  },
  {
    name: 'failed-again',
    about: 'A failed batch job is registered again',
    live: async ({ register, record, pause, until }) => {
      const job = batch(group('app', crash()));
      await register(job);
      await until(dead);
      await register(job);
      await pause(2);
      await record('registered again');
    },
  },
  {
    name: 'reverted-after-crash-loop',
    about: 'A version that crashes, with a delayed reschedule, is reverted by hand',
    live: async ({ id, send, register, record, pause, until }) => {
      await register(service(group('app', forever)));
      await until(deployed('successful'));
      await register(service(group('app', crash(), { ReschedulePolicy: later })));
      await until((seen) => any('failed')(seen) && deployed('failed')(seen), 40);
      await record('version 1 has failed');
      await send('PUT', `/v1/job/${id}/revert`, { JobID: id, JobVersion: 0 });
      await record('just reverted');
      await until((seen) => seen.job.Version === 2 && deployed('successful')(seen));
      await record('version 2 is healthy');
      await pause(3);
      await record('3 s later');
    },
  },
  {
    name: 'scaled-after-failing',
    about: 'All allocations failed for good after they were healthy, then the count is lowered',
    live: async ({ id, send, register, record, pause, until }) => {
      await register(service(group('app', shell('sleep 5; exit 3'), { Count: 3 })));
      await until(deployed('successful'));
      await until((seen) => seen.allocations.every(({ ClientStatus }) => ClientStatus === 'failed'));
      await send('PUT', `/v1/job/${id}/scale`, { Count: 1, Target: { Group: 'app', Job: id } });
      await pause(1);
      await record('scaled to 1');
      await pause(5);
      await record('5 s later');
    },
  },
  {
    name: 'started-after-failing',
    about: 'One group of two failed for good, the job is stopped and started again with its version',
    live: async ({ id, send, register, record, pause, until }) => {
      await register(service([group('app', shell('exit 3')), group('web', shell('exec sleep 3600'))]));
      await until(any('failed'));
      await pause(2);
      await send('DELETE', `/v1/job/${id}`);
      await pause(2);
      await record('stopped');
      await send('PUT', `/v1/job/${id}/revert`, { JobID: id, JobVersion: 0 });
      await pause(2);
      await record('started again');
      await pause(5);
      await record('5 s later');
    },
  },
  stopped(
    'batch-stopped-and-replaced',
    'The allocation of a batch job is stopped, and replaced later',
    batch(group('app', endsSlowly, { ReschedulePolicy: inTenSeconds })),
    [14],
  ),
  stopped(
    'batch-stopped',
    'The allocation of a batch job is stopped, and nothing replaces it',
    batch(group('app', endsSlowly)),
    [3],
  ),
  stopped(
    'batch-one-stopped',
    'One allocation of two of a batch job is stopped, and the other ends well',
    batch(group('app', shell('exec sleep 12'), { Count: 2 })),
    [1, 14],
    all('running', 2),
  ),
  stopped(
    'service-stopped-and-replaced',
    'The allocation of a service is stopped, and replaced later',
    service(group('app', endsSlowly, { ReschedulePolicy: { ...soon, Delay: 12 * second } }), undeployed),
    [16],
  ),
  stopped(
    'service-stopped',
    'The allocation of a service without an update block is stopped, and nothing replaces it',
    service(group('app', endsSlowly), undeployed),
    [3],
  ),
  stopped(
    'system-stopped',
    'The allocation of a system job is stopped on the only node',
    everywhere('system', endsSlowly),
    [5],
    deployed('successful'),
  ),
  stopped(
    'sysbatch-stopped',
    'The allocation of a sysbatch job is stopped on the only node',
    everywhere('sysbatch', endsSlowly),
    [3],
  ),
  {
    name: 'batch-scaled-to-zero',
    about: 'A batch job is scaled to 0 while it runs',
    live: async ({ id, send, register, record, until }) => {
      await register(batch(group('app', endsSlowly)));
      await until(any('running'));
      await send('PUT', `/v1/job/${id}/scale`, { Count: 0, Target: { Group: 'app', Job: id } });
      await until(all('complete'));
      await record('its allocation has ended');
    },
  },
  {
    name: 'service-scaled-down',
    about: 'A service is scaled to two, and down to one',
    live: async ({ id, send, register, record, pause, until }) => {
      const scale = (Count) =>
        send('PUT', `/v1/job/${id}/scale`, { Count, Target: { Group: 'app', Job: id } });
      await register(service(group('app', endsSlowly), undeployed));
      await until(any('running'));
      await scale(2);
      await until(all('running', 2));
      await scale(1);
      await until(any('complete'));
      await pause(1);
      await record('scaled to 1');
    },
  },
  {
    name: 'service-replaced-by-a-good-version',
    about: 'A version that crashed is replaced by one that runs',
    live: async ({ register, record, until }) => {
      await register(service(group('app', crash())));
      await until(any('failed'));
      await register(service(group('app', forever)));
      await until((seen) => any('running')(seen) && deployed('successful')(seen));
      await record('the good version runs');
    },
  },
  collecting(
    'system-unplaced',
    'No node can run a system job',
    everywhere('system', forever, onWindows),
    evaluated,
  ),
  collecting(
    'sysbatch-unplaced',
    'No node can run a sysbatch job',
    everywhere('sysbatch', forever, onWindows),
    evaluated,
  ),
  collecting('system-failed', 'A system job fails', everywhere('system', crash()), any('failed')),
  collecting('sysbatch-failed', 'A sysbatch job fails', everywhere('sysbatch', crash()), any('failed')),
  collecting(
    'sysbatch-complete',
    'A sysbatch job ends well',
    everywhere('sysbatch', task({ run_for: '1s' })),
    any('complete'),
  ),
  collecting(
    'system-empty',
    'Nothing is wanted of a system job',
    {
      ...everywhere('system', forever),
      TaskGroups: [group('app', forever, { ReschedulePolicy: null, Count: 0 })],
    },
    evaluated,
  ),
  collecting(
    'service-failed',
    'A service with deployments fails',
    service(group('app', crash())),
    deployed('failed'),
  ),
  collecting(
    'service-undeployed',
    'A service without deployments fails',
    service(group('app', crash()), undeployed),
    any('failed'),
  ),
  collecting('service-empty', 'A service is at 0', service(group('app', forever, { Count: 0 })), evaluated),
  collecting(
    'one-of-two',
    'One of two groups without deployments fails',
    service([group('app', forever), group('web', crash())], undeployed),
    any('failed'),
  ),
  collecting(
    'unplaced-beside-failed',
    'One group fails while another one has no place',
    service([
      group('app', crash()),
      group('big', { ...forever, Resources: { CPU: 20, MemoryMB: 9_000_000 } }),
    ]),
    deployed('failed'),
  ),
  {
    name: 'collected-child',
    about: 'A child of a parameterized sysbatch job ends well, and the server has collected what was over',
    live: async (tools) => {
      const { id, send, register, record, pause } = tools;
      await register({ ...everywhere('sysbatch', task({ run_for: '1s' })), ParameterizedJob: {} });
      const { DispatchedJobID: child } = await send('PUT', `/v1/job/${id}/dispatch`, {});
      await pause(4);
      await collected(child, tools);
      await record('the child', child);
      await record('the parent');
    },
  },
  {
    name: 'collected-service-unplaced',
    about: 'A service has no place, and the evaluation that waits for one is deleted',
    live: async ({ id, send, register, record, pause, until }) => {
      const path = '/v1/operator/scheduler/configuration';
      const { SchedulerConfig } = await send('GET', path);
      await register(service(group('app', forever), onWindows));
      await until(blocked);
      const evaluations = await send('GET', `/v1/job/${id}/evaluations`);
      // The server deletes evaluations only while it works on none.
      await send('PUT', path, { ...SchedulerConfig, PauseEvalBroker: true });
      await send('DELETE', '/v1/evaluations', { EvalIDs: evaluations.map(({ ID }) => ID) });
      await send('PUT', path, SchedulerConfig);
      await record('deleted');
      await pause(310);
      await record('310 s later');
    },
  },
];
