// The fields of the replies that a recording keeps, verbatim.
const words = (text) => text.split(/\s+/).filter(Boolean);

const jobFields =
  words(`ID Namespace Type Status StatusDescription Stop Stable Version ParentID Dispatched CreateIndex
  ModifyIndex JobModifyIndex SubmitTime Periodic ParameterizedJob TaskGroups`);
const stubFields =
  words(`ID ParentID Namespace Type Status StatusDescription Stop Periodic ParameterizedJob JobSummary
  CreateIndex ModifyIndex JobModifyIndex SubmitTime`);
const groupFields = words('Name Count Update ReschedulePolicy');
const ofTask = words('Name Lifecycle');
const evaluationFields =
  words(`ID JobID Namespace Type TriggeredBy Status StatusDescription DeploymentID BlockedEval
  NextEval PreviousEval WaitUntil FailedTGAllocs QueuedAllocations JobModifyIndex CreateIndex ModifyIndex CreateTime
  ModifyTime`);
const allocationFields =
  words(`ID EvalID Name Namespace NodeID NodeName JobID JobType JobVersion TaskGroup DesiredStatus
  DesiredDescription ClientStatus ClientDescription DeploymentStatus FollowupEvalID NextAllocation RescheduleTracker
  TaskStates CreateIndex ModifyIndex CreateTime ModifyTime`);
const taskFields = words('State Failed Restarts LastRestart StartedAt FinishedAt Events');
const nodeFields = words('ID Name Status');
const eventFields = words('Type Time DisplayMessage Details ExitCode Signal');

const pick = (value, fields) =>
  Object.fromEntries(fields.filter((field) => field in value).map((field) => [field, value[field]]));

const taskOf = (state) => ({
  ...pick(state, taskFields),
  Events: (state.Events ?? []).slice(-10).map((event) => pick(event, eventFields)),
});

const allocationOf = (allocation) => ({
  ...pick(allocation, allocationFields),
  TaskStates:
    allocation.TaskStates === null
      ? null
      : Object.fromEntries(
          Object.entries(allocation.TaskStates).map(([name, state]) => [name, taskOf(state)]),
        ),
});

const jobOf = (job) =>
  job === null
    ? null
    : {
        ...pick(job, jobFields),
        TaskGroups: job.TaskGroups.map((group) => ({
          ...pick(group, groupFields),
          Tasks: group.Tasks.map((task) => pick(task, ofTask)),
        })),
      };

const byIndex = (left, right) => left.CreateIndex - right.CreateIndex || (left.ID < right.ID ? -1 : 1);

/** The replies with these fields, in the order of their making: servers send maps and lists in any order. */
export const kept = ({ job, allocations, evaluations, deployments, all, list, nodes, ...others }) => ({
  job: jobOf(job),
  allocations: allocations.map(allocationOf).sort(byIndex),
  evaluations: evaluations.map((one) => pick(one, evaluationFields)).sort(byIndex),
  deployments: deployments.toSorted(byIndex),
  all: all.toSorted(byIndex).map(({ ID }) => ID),
  nodes: nodes
    .filter(({ ID }) => allocations.some(({ NodeID }) => NodeID === ID))
    .map((one) => pick(one, nodeFields))
    .sort((left, right) => (left.Name < right.Name ? -1 : 1)),
  list: list.map((one) => pick(one, stubFields)),
  ...others,
});
