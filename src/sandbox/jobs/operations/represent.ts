import type { Json } from '../../contract.ts';
import { NODE } from '../scheduler/node.ts';
import { statusDescription } from '../scheduler/deployments.ts';
import {
  timestamp,
  type Allocation,
  type Deployment,
  type TaskEvent,
  type TaskState,
} from '../scheduler/records.ts';
import type { JsonObject } from '../wire/json.ts';

function eventJson(event: TaskEvent): Json {
  return {
    Type: event.type,
    Time: event.time * 1e6,
    DisplayMessage: event.message,
    Details: event.details,
    ExitCode: event.exitCode,
    Signal: event.signal ?? 0,
    FailsTask: event.failsTask,
    KillTimeout: event.killTimeout,
    Message: '',
  };
}

function taskJson(task: TaskState): Json {
  return {
    State: task.state,
    Failed: task.failed,
    Restarts: task.restarts,
    LastRestart: timestamp(task.lastRestart),
    StartedAt: timestamp(task.startedAt),
    FinishedAt: timestamp(task.finishedAt),
    // Real servers keep the last ten.
    Events: task.events.slice(-10).map(eventJson),
    Paused: '',
  };
}

const NEVER = '0001-01-01T00:00:00Z';

const CLIENT_DESCRIPTIONS: Readonly<Record<Allocation['client'], string>> = {
  pending: 'No tasks have started',
  running: 'Tasks are running',
  complete: 'All tasks have completed',
  failed: 'Failed tasks',
};

export function rescheduleTracker({ reschedules }: Allocation): Json {
  if (reschedules.length === 0) return null;
  return {
    Events: reschedules.map(({ previous, time, delay }) => ({
      Delay: delay * 1e6,
      PrevAllocID: previous,
      PrevNodeID: NODE.id,
      RescheduleTime: time * 1e6,
    })),
    LastReschedule: 'ok',
  };
}

export function allocationJson(allocation: Allocation): JsonObject {
  const { health } = allocation;
  return {
    ID: allocation.id,
    EvalID: allocation.evalId,
    Name: allocation.name,
    Namespace: allocation.namespace,
    NodeID: NODE.id,
    NodeName: NODE.name,
    JobID: allocation.jobId,
    JobType: allocation.jobType,
    JobVersion: allocation.jobVersion,
    TaskGroup: allocation.group,
    DesiredStatus: allocation.desired,
    DesiredDescription: allocation.desiredDescription,
    DesiredTransition: {
      ForceReschedule: allocation.reschedule ? true : null,
      Migrate: null,
      MigrateDisablePlacement: null,
      NoShutdownDelay: null,
      Reschedule: null,
    },
    ClientStatus: allocation.client,
    ClientDescription: CLIENT_DESCRIPTIONS[allocation.client],
    DeploymentStatus:
      health === undefined
        ? allocation.canary
          ? { Canary: true, Healthy: null, ModifyIndex: 0, Timestamp: null }
          : null
        : {
            Canary: allocation.canary,
            Healthy: health.healthy,
            ModifyIndex: health.modifyIndex,
            Timestamp: timestamp(health.time),
          },
    TaskStates: Object.fromEntries([...allocation.tasks].map(([name, task]) => [name, taskJson(task)])),
    FollowupEvalID: allocation.followupEval,
    NextAllocation: allocation.nextAllocation,
    RescheduleTracker: rescheduleTracker(allocation),
    PreemptedAllocations: null,
    PreemptedByAllocation: '',
    CreateIndex: allocation.createIndex,
    ModifyIndex: allocation.modifyIndex,
    CreateTime: allocation.createTime * 1e6,
    ModifyTime: allocation.modifyTime * 1e6,
  };
}

export function deploymentJson(deployment: Deployment): JsonObject {
  const groups = [...deployment.groups].map(([name, group]) => [
    name,
    {
      AutoPromote: group.autoPromote,
      AutoRevert: group.autoRevert,
      DesiredCanaries: group.desiredCanaries,
      DesiredTotal: group.desiredTotal,
      HealthyAllocs: group.healthy,
      PlacedAllocs: group.placed,
      PlacedCanaries: group.placedCanaries.length === 0 ? null : group.placedCanaries,
      ProgressDeadline: group.progressDeadline,
      Promoted: group.promoted,
      RequireProgressBy: timestamp(group.requireProgressBy) ?? NEVER,
      UnhealthyAllocs: group.unhealthy,
    },
  ]);
  return {
    ID: deployment.id,
    Namespace: deployment.namespace,
    JobID: deployment.jobId,
    JobVersion: deployment.jobVersion,
    JobModifyIndex: deployment.jobModifyIndex,
    JobSpecModifyIndex: deployment.jobModifyIndex,
    JobCreateIndex: deployment.jobCreateIndex,
    IsMultiregion: false,
    TaskGroups: Object.fromEntries(groups),
    Status: deployment.status,
    StatusDescription: statusDescription(deployment),
    EvalPriority: deployment.evalPriority,
    CreateIndex: deployment.createIndex,
    ModifyIndex: deployment.modifyIndex,
    CreateTime: deployment.createTime * 1e6,
    ModifyTime: deployment.modifyTime * 1e6,
  };
}
