package org.esbmt.jbi.deployer.internal.assembly;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.esbmt.testing.WatchedFiles;
import org.esbmt.testing.WatchedFiles.Step;

/** Faults while a record is made durable, after {@link #arm} was called. */
public final class DiskFault implements WatchedFiles.Watcher {
    private final Kind kind;
    private volatile boolean armed;
    private volatile boolean broken;

    private enum Kind {
        /** The process has no file descriptor left for the folder. */
        OPEN,
        /** The disk fails to make one change of the folder durable. */
        FORCE,
        /** The disk fails to make one change of the folder durable, and then accepts no writes. */
        DISK
    }

    private DiskFault(Kind kind) {
        this.kind = kind;
    }

    /** The fault with this name, if any. */
    public static Optional<DiskFault> of(String text) {
        return Arrays.stream(Kind.values())
                .map(DiskFault::new)
                .filter(fault -> fault.text().equals(text))
                .findFirst();
    }

    public String text() {
        return "fault " + kind;
    }

    public void arm() {
        armed = true;
    }

    @Override
    public void before(Step step, Path path) throws IOException {
        if (!armed) {
            return;
        }
        boolean folder = path.endsWith("records");
        if (kind == Kind.OPEN && step == Step.OPEN && folder) {
            throw new IOException(path + ": Too many open files");
        }
        if (kind != Kind.OPEN && step == Step.FORCE && folder && !broken) {
            broken = true;
            throw new IOException(path + ": Input/output error");
        }
        if (kind == Kind.DISK && broken && (folder || path.getParent().endsWith("records"))) {
            throw new IOException(path + ": Read-only file system");
        }
    }
}
