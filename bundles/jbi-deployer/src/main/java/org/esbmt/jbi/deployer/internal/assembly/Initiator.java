package org.esbmt.jbi.deployer.internal.assembly;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.Audit;
import org.esbmt.administration.api.CurrentSubject;
import org.esbmt.management.api.DeploymentException;

/**
 * The ways to change assemblies and components that lead past the administration, which writes the audit log for those
 * that lead through it. Each says who it was, as far as that can be known. Operations are named as there. Any thread.
 */
public enum Initiator {
    /** The MBeans of JSR-208: the administrator of the connection; {@code local} is code in the process. */
    JMX("local (jmx)", " (jmx)"),

    /** Who starts, stops or uninstalls an assembly's bundle: the administrator in the shell or at JMX, or other code. */
    BUNDLE("bundle", " (bundle)"),

    /** Whoever writes into the hot-deployment folder, whatever thread follows it. */
    DEPLOY_DIRECTORY("deploy directory", "");

    private final String nobody;
    private final String suffix;

    Initiator(String nobody, String suffix) {
        this.nobody = nobody;
        this.suffix = suffix;
    }

    /** What is asked for. */
    @FunctionalInterface
    public interface Work<T, X extends Exception> {
        T run() throws X;
    }

    /** Does it, and tells the audit log what became of it. */
    public <T, X extends Exception> T audited(String operation, String object, Work<T, X> work) throws X {
        requireNonNull(object, "object");
        try {
            T result = work.run();
            done(operation, object);
            return result;
        } catch (Exception e) {
            refused(operation, object, e);
            throw e;
        }
    }

    public void done(String operation, String object) {
        Audit.done(operation, who(), object);
    }

    public void refused(String operation, String object, Exception why) {
        refused(
                operation,
                object,
                why instanceof DeploymentException refusal ? refusal.reason().name() : "FAILED",
                why.getMessage());
    }

    public void refused(String operation, String object, String reason, String why) {
        Audit.refused(operation, who(), object, reason, why);
    }

    /** What the audit log calls an assembly. */
    public static String object(AssemblyKey key) {
        return "assembly " + key;
    }

    private String who() {
        return this == DEPLOY_DIRECTORY
                ? nobody
                : CurrentSubject.login().map(login -> login + suffix).orElse(nobody);
    }
}
