package org.esbmt.administration.shell.internal.status;

import java.util.Map;
import java.util.stream.Collectors;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.InstallationStatus;
import org.esbmt.administration.api.InstallationStatus.Status;
import org.esbmt.administration.shell.internal.support.AdministrationCommand;

/** {@code esbmt:status}. */
@Service
@Command(scope = "esbmt", name = "status", description = "Shows how the installation is, at one glance.")
public final class StatusCommand extends AdministrationCommand {
    @Reference
    InstallationStatus installation;

    @Override
    protected void run(Administrator by) throws AdministrationException {
        Status status = installation.status(by);
        out().println("Version          " + status.version());
        out().println("Tenant registry  "
                + status.registryTrouble().map(t -> "OUT OF REACH: " + t).orElse("reachable"));
        out().println("Deployer         " + (status.deployerRunning() ? "running" : "NOT RUNNING"));
        boolean known = status.registryTrouble().isEmpty();
        out().println("Tenants          " + (known ? counts(status.tenants()) : "unknown"));
        out().println("Assemblies       "
                + (known && status.deployerRunning() ? counts(status.assemblies()) : "unknown"));
        if (!status.expiringKeys().isEmpty()) {
            out().println("Expiring keys    " + counts(status.expiringKeys()));
        }
        if (!status.overdueCrls().isEmpty()) {
            out().println("Overdue CRLs     " + counts(status.overdueCrls()));
        }
    }

    private static String counts(Map<?, Long> byState) {
        return byState.isEmpty()
                ? "none"
                : byState.entrySet().stream()
                        .map(e -> e.getValue() + " " + e.getKey())
                        .collect(Collectors.joining(", "));
    }
}
