package org.esbmt.administration.shell.internal.user;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.api.UserSubjectView;
import org.esbmt.administration.shell.internal.support.TenantCommand;
import org.esbmt.tenancy.api.TenantId;

/** {@code esbmt:user-subject-list}. */
@Service
@Command(
        scope = "esbmt",
        name = "user-subject-list",
        description = "Lists the subjects of tokens of a user of a tenant.")
public final class UserSubjectList extends TenantCommand {
    @Argument(
            index = 1,
            name = "login",
            description = "The user's login or identifier.",
            required = true,
            multiValued = false)
    String login;

    @Reference
    TenantKeyAdministration keys;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TenantId owner = tenant(by, tenant).id();
        ShellTable table = new ShellTable();
        table.column("Issuer");
        table.column("iss");
        table.column("Subject");
        table.column("Added");
        table.emptyTableText("No subjects.");
        for (UserSubjectView subject : keys.subjects(by, owner, userId(by, owner, login))) {
            table.addRow().addContent(subject.name(), subject.issuer(), subject.subject(), subject.addedAt());
        }
        table.print(out());
    }
}
