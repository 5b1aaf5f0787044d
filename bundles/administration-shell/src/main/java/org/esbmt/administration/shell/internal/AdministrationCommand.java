package org.esbmt.administration.shell.internal;

import java.io.PrintStream;
import org.apache.karaf.shell.api.action.Action;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.UserView;
import org.esbmt.tenancy.api.TenantId;

/** What every command does: asks on behalf of who is logged in, and puts a refusal into one sentence. */
abstract class AdministrationCommand implements Action {
    @Reference
    TenantAdministration tenants;

    @Override
    public final Object execute() throws Exception {
        Administrator by =
                ShellAdministrator.find().orElseThrow(() -> new Refused("Nobody is logged in in this session."));
        try {
            run(by);
            return null;
        } catch (AdministrationException e) {
            throw new Refused(e.reason() + ": " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw new Refused("INVALID: " + e.getMessage());
        }
    }

    abstract void run(Administrator by) throws AdministrationException, Refused;

    /** The console's, which the container puts in its place for each session and pipe. */
    static PrintStream out() {
        return System.out;
    }

    /** The tenant with that identifier, or else with that name. */
    TenantView tenant(Administrator by, String nameOrId) throws AdministrationException, Refused {
        return Tenants.find(tenants, by, nameOrId)
                .orElseThrow(() -> new Refused("NOT_FOUND: there is no tenant '" + nameOrId + "'"));
    }

    UserView user(Administrator by, TenantId tenant, String login) throws AdministrationException, Refused {
        return tenants.findUser(by, tenant, login)
                .orElseThrow(() -> new Refused("NOT_FOUND: the tenant has no user '" + login + "'"));
    }
}
