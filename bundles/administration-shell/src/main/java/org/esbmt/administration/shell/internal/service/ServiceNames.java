package org.esbmt.administration.shell.internal.service;

import javax.xml.namespace.QName;
import org.esbmt.administration.api.ServiceId;

/** The names of services as the user types them. */
final class ServiceNames {
    static final String DESCRIPTION = "The service's name: {namespace}local, or local alone.";
    static final String VERSION = "The service's version; 1 if it is not said.";

    private ServiceNames() {}

    /** @throws IllegalArgumentException if the text is no name */
    static ServiceId of(String name, String version) {
        return new ServiceId(QName.valueOf(name), version);
    }
}
