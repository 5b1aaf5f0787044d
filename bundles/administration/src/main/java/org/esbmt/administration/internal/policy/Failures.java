package org.esbmt.administration.internal.policy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Finding;
import org.esbmt.management.api.ArchiveFinding;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.registry.api.RegistryException;

/** Translates the failures of registry and deployer for an administrator. */
public final class Failures {
    private Failures() {}

    public static AdministrationException of(RegistryException e) {
        Reason reason;
        if (e instanceof RegistryException.Unavailable) {
            reason = Reason.UNAVAILABLE;
        } else if (e instanceof RegistryException.Busy) {
            return new AdministrationException(
                    Reason.BUSY,
                    "nothing was done, since others were changing the same for too long; try again (" + e.getMessage()
                            + ")",
                    e);
        } else if (e instanceof RegistryException.Conflict || e instanceof RegistryException.RuleBroken) {
            reason = Reason.CONFLICT;
        } else if (e instanceof RegistryException.Stale) {
            reason = Reason.STALE;
        } else if (e instanceof RegistryException.NotFound) {
            reason = Reason.NOT_FOUND;
        } else if (e instanceof RegistryException.Exceeded) {
            reason = Reason.EXCEEDED;
        } else if (e instanceof RegistryException.InDoubt) {
            reason = Reason.IN_DOUBT;
        } else {
            return new AdministrationException(Reason.INTERNAL, "a registry failed; the bus's log tells why", e);
        }
        return new AdministrationException(reason, e.getMessage(), e);
    }

    /** The reason of any failure of a change. */
    public static Reason reason(Exception e) {
        if (e instanceof AdministrationException refusal) {
            return refusal.reason();
        }
        if (e instanceof RegistryException registry) {
            return of(registry).reason();
        }
        return e instanceof DeploymentException deployment ? of(deployment).reason() : Reason.INTERNAL;
    }

    /** Finds the registry's refusal among the causes of a failure, such as one of a unit of work. */
    public static Optional<RegistryException.Busy> busy(Throwable failure) {
        Throwable cause = failure;
        while (cause != null && !(cause instanceof RegistryException.Busy)) {
            cause = cause.getCause();
        }
        return Optional.ofNullable((RegistryException.Busy) cause);
    }

    public static AdministrationException of(DeploymentException e) {
        Reason reason =
                switch (e.reason()) {
                    // A component refuses nearly always a fault of the assembly's author. The message has the
                    // component's sentence.
                    case INVALID_ARCHIVE,
                            UNKNOWN_COMPONENT,
                            UNKNOWN_LIBRARY,
                            UNIT_FAILED,
                            COMPONENT_FAILED,
                            INVALID_SETTING -> Reason.INVALID;
                    case ALREADY_DEPLOYED, NO_FORMER_VERSION, IN_USE -> Reason.CONFLICT;
                    case NO_SUCH_ASSEMBLY, NO_SUCH_COMPONENT, NOT_KEPT -> Reason.NOT_FOUND;
                    case INTERNAL -> Reason.INTERNAL;
                };
        String message = reason == Reason.INTERNAL ? "the deployer failed; the bus's log tells why" : e.getMessage();
        List<Finding> findings = e.findings().stream().map(Failures::finding).toList();
        return new AdministrationException(reason, message, findings, e);
    }

    private static Finding finding(ArchiveFinding finding) {
        OptionalInt line = finding.line() > 0 ? OptionalInt.of(finding.line()) : OptionalInt.empty();
        return new Finding(finding.file(), line, finding.rule(), finding.sentence());
    }
}
