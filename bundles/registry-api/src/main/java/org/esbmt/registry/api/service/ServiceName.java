package org.esbmt.registry.api.service;

import javax.xml.namespace.QName;

/**
 * Names a registered service in its tenant.
 *
 * @param name the name in its WSDL
 * @param version the author's version, 1 to 64 bytes of UTF-8; two versions of one name can coexist
 */
public record ServiceName(QName name, String version) {
    private static final int VERSION_BYTES = 64;

    public ServiceName {
        IndexedTexts.qName("a service", name);
        IndexedTexts.line("the version of a service", version, VERSION_BYTES);
    }

    @Override
    public String toString() {
        return name + ", version " + version;
    }
}
