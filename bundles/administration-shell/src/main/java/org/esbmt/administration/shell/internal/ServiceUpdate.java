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

/** {@code esbmt:service-update}. */
@Service
@Command(
        scope = "esbmt",
        name = "service-update",
        description = "Replaces the WSDL of a service.",
        detailedDescription = "Without --wsdl the service has none any more. Its policies stay.")
public final class ServiceUpdate extends ServiceChange {
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
        return services.update(by, owner, id, document);
    }
}
