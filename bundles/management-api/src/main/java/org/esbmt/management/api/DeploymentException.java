package org.esbmt.management.api;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.stream.Collectors;

/** A deployment operation was refused or failed, and left nothing behind. The message is for the deploying user. */
public class DeploymentException extends Exception {
    private static final long serialVersionUID = 1L;

    /** The cause of the failure, and so the party that must act. */
    public enum Reason {
        /** The archive is not a valid service assembly, or breaks a rule: the message names file, line and rule. */
        INVALID_ARCHIVE,
        /** A unit is for a component that this bus does not have, or that is not started. */
        UNKNOWN_COMPONENT,
        /** The tenant has an assembly of that name, or one with an endpoint of that name or at that address, already. */
        ALREADY_DEPLOYED,
        /** The tenant has no assembly of that name. */
        NO_SUCH_ASSEMBLY,
        /** The assembly has no rollback version. */
        NO_FORMER_VERSION,
        /** An earlier build deployed the assembly, and did not keep the requested archive. */
        NOT_KEPT,
        /** There is no component or shared library of that name, or it was not installed by an installer. */
        NO_SUCH_COMPONENT,
        /** An installer is for a shared library that this bus does not have. */
        UNKNOWN_LIBRARY,
        /** Something else needs the component or library. */
        IN_USE,
        /** A component has no such setting, or does not take the value. */
        INVALID_SETTING,
        /** A component, or the bootstrap of its installer, failed. */
        COMPONENT_FAILED,
        /** A component refused or failed one of the assembly's units; all of the assembly was rolled back. */
        UNIT_FAILED,
        /** The node itself failed: its log has the cause. */
        INTERNAL
    }

    /** The largest number of findings in a message; {@link #findings()} has all. */
    private static final int MOST_SAID = 100;

    private final Reason reason;
    private final transient List<ArchiveFinding> findings;

    public DeploymentException(Reason reason, String message) {
        this(reason, message, null);
    }

    public DeploymentException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = requireNonNull(reason, "reason");
        this.findings = List.of();
    }

    /**
     * Refuses an archive: {@link Reason#INVALID_ARCHIVE}. The message has a line for each finding.
     *
     * @param findings at least one, in reading order
     */
    public DeploymentException(List<ArchiveFinding> findings) {
        super(said(findings));
        this.reason = Reason.INVALID_ARCHIVE;
        this.findings = List.copyOf(findings);
    }

    private static String said(List<ArchiveFinding> findings) {
        if (findings.isEmpty()) {
            throw new IllegalArgumentException("an archive is refused for at least one finding");
        }
        String lines =
                findings.stream().limit(MOST_SAID).map(ArchiveFinding::toString).collect(Collectors.joining("\n"));
        int more = findings.size() - MOST_SAID;
        return more > 0 ? lines + "\nand " + more + " more" : lines;
    }

    /** The findings about the archive, if that is the reason; empty otherwise, and after serialization. */
    public List<ArchiveFinding> findings() {
        return findings == null ? List.of() : findings;
    }

    public Reason reason() {
        return reason;
    }
}
