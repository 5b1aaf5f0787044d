package org.esbmt.administration.shell.internal.service;

import java.nio.charset.StandardCharsets;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.shell.internal.support.TenantCommand;
import org.esbmt.tenancy.api.TenantId;

/** {@code esbmt:service-show}. */
@Service
@Command(scope = "esbmt", name = "service-show", description = "Prints the WSDL of a service, or one of its policies.")
public final class ServiceShow extends TenantCommand {
    @Argument(index = 1, name = "service", description = ServiceNames.DESCRIPTION, required = true, multiValued = false)
    String service;

    @Option(name = "--version", description = ServiceNames.VERSION, required = false, multiValued = false)
    String version = "1";

    @Option(
            name = "--policy",
            description = "The name of a policy, which is printed instead of the WSDL.",
            required = false,
            multiValued = false)
    String policy;

    @Reference
    ServiceAdministration services;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TenantId owner = tenant(by, tenant).id();
        ServiceId id = ServiceNames.of(service, version);
        byte[] document = policy == null ? services.wsdl(by, owner, id) : services.policy(by, owner, id, policy);
        out().println(shown(new String(document, StandardCharsets.UTF_8)));
    }

    /**
     * Replaces control characters other than line ends and tabs. Well-formed XML may contain C1 controls, which some
     * terminals interpret.
     */
    private static String shown(String document) {
        StringBuilder shown = new StringBuilder();
        document.codePoints()
                .forEach(c -> shown.appendCodePoint(Character.isISOControl(c) && c != '\n' && c != '\t' ? '?' : c));
        return shown.toString();
    }
}
