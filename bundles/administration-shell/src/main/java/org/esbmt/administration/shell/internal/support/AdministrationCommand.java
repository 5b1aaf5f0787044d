package org.esbmt.administration.shell.internal.support;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Optional;
import org.apache.karaf.shell.api.action.Action;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.console.Session;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.OperatorLogin;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.UserAdministration;
import org.esbmt.administration.api.UserView;
import org.esbmt.tenancy.api.Audit;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * The common part of all commands. It calls the administration on behalf of the logged-in user, or of another user with a
 * proof of identity. It reports a refusal in one sentence.
 */
public abstract class AdministrationCommand implements Action {
    @Option(
            name = "--as",
            description =
                    "Whom to ask as instead, for what is a tenant's own affair: <tenant>/<login>. Asks for the password.",
            required = false,
            multiValued = false)
    String as;

    @Option(
            name = "--as-password-file",
            description = "Take the password for --as from the first line of this file" + Input.WHERE,
            required = false,
            multiValued = false)
    @Completion(FileCompleter.class)
    String asPasswordFile;

    @Reference
    protected TenantAdministration tenants;

    @Reference
    protected UserAdministration users;

    @Reference
    OperatorLogin operators;

    @Reference
    protected Session session;

    @Override
    public final Object execute() throws Exception {
        Administrator by = ShellAdministrator.find()
                .orElseThrow(() ->
                        Refused.because(Reason.FORBIDDEN, "nobody is logged in in this session", "you to log in"));
        try {
            run(asking(as == null && asPasswordFile == null ? by : authenticated(by)));
            return null;
        } catch (AdministrationException e) {
            throw Refused.by(e);
        } catch (IllegalArgumentException e) {
            throw Refused.because(Reason.INVALID, e.getMessage());
        }
    }

    /**
     * Proves the identity of another user. The password is checked again with each command, with the same growing delay
     * as any login. The session keeps no result.
     */
    private Administrator authenticated(Administrator loggedIn) throws CommandException {
        if (as == null) {
            throw Refused.because(Reason.INVALID, "--as-password-file is for --as");
        }
        Passwords passwords = new Passwords(session);
        char[] password = asPasswordFile == null
                ? passwords.ask("Password of " + Audit.shown(as) + ": ")
                : passwords.firstLine(asPasswordFile);
        try {
            return operators
                    .admit(ShellAdministrator.origin(loggedIn), as, password)
                    .map(shown -> ShellAdministrator.of(loggedIn, shown.login()))
                    .orElseThrow(() -> Refused.because(
                            Reason.FORBIDDEN,
                            "no active user has that login and password",
                            "you to give the right ones"));
        } finally {
            Arrays.fill(password, '\0');
        }
    }

    protected abstract void run(Administrator by) throws AdministrationException, CommandException;

    /** Returns the caller with the options of this one request. */
    protected Administrator asking(Administrator by) {
        return by;
    }

    /** The output of the console, which the container replaces for each session and pipe. */
    protected static PrintStream out() {
        return System.out;
    }

    /** Finds the tenant with that identifier, or else with that name. */
    protected TenantView tenant(Administrator by, String nameOrId) throws AdministrationException, CommandException {
        try {
            return Tenants.find(tenants, by, nameOrId)
                    .orElseThrow(() -> Refused.because(Reason.NOT_FOUND, "there is no tenant '" + nameOrId + "'"));
        } catch (AdministrationException e) {
            Optional<String> own = by.tenant();
            if (e.reason() == Reason.FORBIDDEN && own.isPresent() && !own.get().equals(nameOrId)) {
                // The refusal is the same for every other name, whether the tenant exists or not.
                throw Refused.because(
                        Reason.FORBIDDEN,
                        "'" + by.login() + "' is of tenant " + own.get() + " and may not do " + name()
                                + " for another tenant",
                        "an administrator of that tenant to do it");
            }
            throw e;
        }
    }

    /** As the user has called it, such as {@code esbmt:user-list}. */
    private String name() {
        Command command = getClass().getAnnotation(Command.class);
        return command == null ? "this" : command.scope() + ":" + command.name();
    }

    /** The user with that identifier, who need not be there, or else with that login. */
    protected UserId userId(Administrator by, TenantId tenant, String loginOrId)
            throws AdministrationException, CommandException {
        UserId id;
        try {
            id = UserId.of(loginOrId);
        } catch (IllegalArgumentException e) {
            id = user(by, tenant, loginOrId).id();
        }
        return id;
    }

    protected UserView user(Administrator by, TenantId tenant, String login)
            throws AdministrationException, CommandException {
        return users.findUser(by, tenant, login)
                .orElseThrow(() -> Refused.because(Reason.NOT_FOUND, "the tenant has no user '" + login + "'"));
    }
}
