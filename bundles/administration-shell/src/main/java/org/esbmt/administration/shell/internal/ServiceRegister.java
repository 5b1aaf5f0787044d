package org.esbmt.administration.shell.internal;

import java.util.Optional;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ServiceAdministration.ServiceView;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.tenancy.api.TenantId;

/** {@code esbmt:service-register}. */
@Service
@Command(
        scope = "esbmt",
        name = "service-register",
        description = "Registers a service, with its WSDL if there is one.",
        detailedDescription = "A WSDL is well-formed XML in UTF-8 without a document type, of at most 1 MiB.")
public final class ServiceRegister extends ServiceCommand {
    @Option(
            name = "--wsdl",
            description = "The file of the WSDL, on the machine of the bus.",
            required = false,
            multiValued = false)
    @Completion(FileCompleter.class)
    String wsdl;

    @Override
    ServiceView change(Administrator by, TenantId owner, ServiceId id)
            throws AdministrationException, CommandException {
        Optional<byte[]> document = wsdl == null ? Optional.empty() : Optional.of(Documents.read(session, wsdl));
        return services.register(by, owner, id, document);
    }
}
