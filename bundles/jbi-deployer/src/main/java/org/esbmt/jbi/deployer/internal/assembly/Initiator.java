package org.esbmt.jbi.deployer.internal.assembly;

import static java.util.Objects.requireNonNull;

import org.apache.karaf.jaas.boot.principal.UserPrincipal;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.tenancy.api.Audit;
import org.esbmt.tenancy.api.CurrentSubject;

/**
 * The ways to change assemblies and components without the administration. The administration writes the audit log for
 * its own changes. Each way names the initiator, as far as it is known. Operations have the names of the
 * administration. Any thread.
 */
public enum Initiator {
    /** The MBeans of JSR-208: the administrator of the connection; {@code local} is code in the process. */
    JMX("local (jmx)", " (jmx)"),

    /**
     * A start, stop or uninstallation of an assembly's bundle: by an administrator in the shell or at JMX, or by other
     * code.
     */
    BUNDLE("bundle", " (bundle)"),

    /** A file in the hot-deployment folder, on any thread. */
    DEPLOY_DIRECTORY("deploy directory", "");

    private final String nobody;
    private final String suffix;

    Initiator(String nobody, String suffix) {
        this.nobody = nobody;
        this.suffix = suffix;
    }

    /** The requested operation. */
    @FunctionalInterface
    public interface Work<T, X extends Exception> {
        T run() throws X;
    }

    /** Performs an operation, and writes its outcome to the audit log. */
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

    /** The name of an assembly in the audit log. */
    public static String object(AssemblyKey key) {
        return "assembly " + key;
    }

    private String who() {
        return this == DEPLOY_DIRECTORY
                ? nobody
                : CurrentSubject.login(UserPrincipal.class)
                        .map(login -> login + suffix)
                        .orElse(nobody);
    }
}
