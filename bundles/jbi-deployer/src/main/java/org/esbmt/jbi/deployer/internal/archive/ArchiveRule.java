package org.esbmt.jbi.deployer.internal.archive;

/** The rules for archives and their descriptors, listed in the guide. */
public enum ArchiveRule {
    COMPONENT("archive.component"),
    FILE("archive.file"),
    LIMIT("archive.limit"),
    MISSING("archive.missing"),
    ZIP("archive.zip"),
    ATTRIBUTE("jbi.attribute"),
    BUS_NAME("jbi.bus-name"),
    CONNECTION("jbi.connection"),
    DUPLICATE("jbi.duplicate"),
    ELEMENT("jbi.element"),
    NAME("jbi.name"),
    NEEDED("jbi.missing"),
    PROVIDES("jbi.provides"),
    DOCTYPE("xml.doctype"),
    XML_LIMIT("xml.limit"),
    NOT_WELL_FORMED("xml.not-well-formed");

    private final String id;

    ArchiveRule(String id) {
        this.id = id;
    }

    @Override
    public String toString() {
        return id;
    }
}
