package org.esbmt.administration.shell.internal.user;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.StringsCompleter;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.UserCertificateAdministration;
import org.esbmt.administration.api.UserCertificateAdministration.Filter;
import org.esbmt.administration.api.UserCertificateView;
import org.esbmt.administration.shell.internal.support.PagedTenantCommand;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserCertificateState;
import org.esbmt.tenancy.api.UserId;

/** {@code esbmt:user-certificate-list}. */
@Service
@Command(
        scope = "esbmt",
        name = "user-certificate-list",
        description = "Lists the certificates of a tenant's users by login, the newest first.")
public final class UserCertificateList extends PagedTenantCommand {
    @Option(
            name = "--user",
            description = "Only those of the user of this login or identifier.",
            required = false,
            multiValued = false)
    String login;

    @Option(name = "--name", description = "Any part of the name.", required = false, multiValued = false)
    String part;

    @Option(
            name = "--state",
            description = "Only those that are PENDING, VALID, EXPIRING (within 30 days), EXPIRED or REVOKED.",
            required = false,
            multiValued = false)
    @Completion(
            value = StringsCompleter.class,
            values = {"PENDING", "VALID", "EXPIRING", "EXPIRED", "REVOKED"})
    String state;

    @Reference
    UserCertificateAdministration certificates;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TenantId owner = tenant(by, tenant).id();
        Optional<UserId> user = login == null ? Optional.empty() : Optional.of(userId(by, owner, login));
        Filter filter = new Filter(
                user, Optional.ofNullable(part), Optional.ofNullable(state).map(UserCertificateState::of));
        Page<UserCertificateView> page = certificates.list(by, owner, filter, page());
        print(table(page.entries()), page);
        warn(by, owner, user);
    }

    /** Warns of certificates that end soon, also of those on another page. */
    private void warn(Administrator by, TenantId owner, Optional<UserId> user) throws AdministrationException {
        Filter ending = new Filter(user, Optional.empty(), Optional.of(UserCertificateState.EXPIRING));
        long soon = certificates.list(by, owner, ending, PageRequest.first(1)).total();
        if (soon > 0) {
            out().println("Within 30 days " + soon + (soon == 1 ? " certificate ends." : " certificates end.")
                    + " Register the next ones before.");
        }
    }

    private static ShellTable table(List<UserCertificateView> certificates) {
        ShellTable table = new ShellTable();
        table.column("Login");
        table.column("Name");
        table.column("State");
        table.column("Key");
        table.column("From");
        table.column("Until");
        table.column("Revoked");
        table.column("Subject");
        table.column("SHA-256");
        table.emptyTableText("No certificates.");
        for (UserCertificateView certificate : certificates) {
            table.addRow()
                    .addContent(
                            certificate.login(),
                            certificate.name(),
                            certificate.state(),
                            certificate.key(),
                            certificate.notBefore(),
                            certificate.notAfter(),
                            certificate.revokedAt().map(Instant::toString).orElse(""),
                            certificate.subject(),
                            certificate.digest());
        }
        return table;
    }
}
