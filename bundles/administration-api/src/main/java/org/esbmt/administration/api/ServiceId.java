package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import javax.xml.namespace.QName;

/**
 * Names a registered service in its tenant.
 *
 * @param name as its WSDL has it; at most 1,024 bytes of namespace and 1 to 512 of local name
 * @param version the author's, 1 to 64 bytes; two versions of one name may exist side by side
 */
public record ServiceId(QName name, String version) {
    public ServiceId {
        requireNonNull(name, "name");
        requireNonNull(version, "version");
    }

    @Override
    public String toString() {
        return name + ", version " + version;
    }
}
