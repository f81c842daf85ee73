"""Runs the checks of one client, and prints how many passed and failed; the exit code is the number that failed."""
import sys
import traceback


def run(client, checks):
    failed = []
    for name, check in checks:
        try:
            check()
        except Exception as error:  # a check fails in whatever way its client fails
            failed.append(name)
            where = traceback.extract_tb(error.__traceback__)[-1]
            print(f"  {client}: {name}: {type(error).__name__}: {str(error)[:200]} ({where.name})", file=sys.stderr)
    print(f"{client}\t{len(checks) - len(failed)}\t{len(failed)}")
    sys.exit(min(len(failed), 99))


def refused(call, *kinds):
    """Fails unless the call raises one of these."""
    try:
        call()
    except kinds:
        return
    raise AssertionError("was not refused")
