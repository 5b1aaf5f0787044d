package org.esbmt.jbi.deployer.internal.assembly;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import javax.security.auth.Subject;
import org.apache.karaf.jaas.boot.principal.RolePrincipal;
import org.apache.karaf.jaas.boot.principal.UserPrincipal;

/** Captures the lines of the audit log until it is closed. Other log lines are written as usual. */
public final class AuditLines implements AutoCloseable {
    private static final String LOGGER = " org.esbmt.audit - ";

    private final PrintStream before = System.err;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    public AuditLines() {
        System.setErr(new PrintStream(bytes, true, UTF_8));
    }

    /** The lines since the last call, without time and level. */
    public List<String> take() {
        String text = bytes.toString(UTF_8);
        bytes.reset();
        before.print(text);
        return text.lines()
                .filter(line -> line.contains(LOGGER))
                .map(line -> line.substring(line.indexOf(LOGGER) + LOGGER.length()))
                .toList();
    }

    /** True if that number of lines since the last {@link #take} end with this text. */
    public boolean has(String end, int lines) {
        return bytes.toString(UTF_8)
                        .lines()
                        .filter(line -> line.contains(LOGGER) && line.endsWith(end))
                        .count()
                >= lines;
    }

    /** Runs work like the container for an administrator who is logged in. */
    public static void as(String login, PrivilegedExceptionAction<Object> work) throws Exception {
        Subject subject = new Subject();
        subject.getPrincipals().add(new UserPrincipal(login));
        subject.getPrincipals().add(new RolePrincipal("admin"));
        try {
            Subject.doAs(subject, work);
        } catch (PrivilegedActionException e) {
            throw e.getException();
        }
    }

    @Override
    public void close() {
        System.setErr(before);
    }
}
