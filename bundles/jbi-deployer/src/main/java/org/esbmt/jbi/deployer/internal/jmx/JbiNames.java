package org.esbmt.jbi.deployer.internal.jmx;

import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyKey;

/**
 * The object names of ServiceMix 4, so that existing scripts and consoles work; an assembly of a tenant has one more
 * key.
 */
final class JbiNames {
    static final String DEPLOYMENT_SERVICE = "DeploymentService";
    static final String ADMIN_SERVICE = "AdminService";
    static final String INSTALLATION_SERVICE = "InstallationService";

    private static final String CONTAINER = "org.apache.servicemix:ContainerName=ServiceMix";

    private JbiNames() {}

    static ObjectName systemService(String name) {
        return name(",Type=SystemService,Name=" + sanitized(name));
    }

    static ObjectName component(String name) {
        return name(",Type=Component,Name=" + sanitized(name) + ",SubType=LifeCycle");
    }

    static ObjectName installer(String component) {
        return name(",Type=Installer,Name=" + sanitized(component));
    }

    static ObjectName assembly(AssemblyKey key) {
        String tenant = key.owner().tenant().isPresent() ? ",Tenant=" + key.ownerText() : "";
        return name(",Type=ServiceAssembly,Name=" + sanitized(key.name()) + tenant);
    }

    /** ServiceMix's replacement of special characters of object names, completed by those that it misses. */
    private static String sanitized(String text) {
        return text.replaceAll("[:/\\\\?=,*\"\\p{Cntrl}]", "_");
    }

    private static ObjectName name(String keys) {
        try {
            return new ObjectName(CONTAINER + keys);
        } catch (MalformedObjectNameException e) {
            throw new IllegalArgumentException("this cannot be part of an object name: " + keys, e);
        }
    }
}
