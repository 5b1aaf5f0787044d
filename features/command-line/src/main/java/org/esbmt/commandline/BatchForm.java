package org.esbmt.commandline;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * A batch in XML with the files that it names, as a form of several parts.
 *
 * @param type the media type, with the boundary
 */
record BatchForm(String type, Bytes content) {
    private static final String BATCH = "batch";

    /**
     * Makes a form.
     *
     * @param file the path of the batch; the files that it names are beside it
     * @param part the name of the parts with these files
     * @param attributes the attributes with names of files, each as {@code <step> <attribute>}
     * @throws Failure if the text is no XML, or a file cannot be read
     */
    static BatchForm of(byte[] batch, String file, String part, Set<String> attributes) throws Failure {
        Path beside =
                file.equals("-") ? Path.of("") : Path.of(file).toAbsolutePath().getParent();
        String boundary = UUID.randomUUID().toString();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        add(body, boundary, BATCH, "batch.xml", batch);
        for (String name : named(batch, attributes)) {
            add(body, boundary, part, name, bytes(beside, name));
        }
        body.writeBytes(("--" + boundary + "--\r\n").getBytes(StandardCharsets.US_ASCII));
        return new BatchForm(Operation.FORM + "; boundary=" + boundary, new Bytes(body.toByteArray()));
    }

    private static void add(ByteArrayOutputStream body, String boundary, String part, String name, byte[] content) {
        body.writeBytes(("--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + part + "\"; filename=\""
                        + name + "\"\r\nContent-Type: application/octet-stream\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
        body.writeBytes(content);
        body.writeBytes(new byte[] {'\r', '\n'});
    }

    private static byte[] bytes(Path beside, String name) throws Failure {
        if (name.chars().anyMatch(c -> c < ' ' || c == '"')) {
            throw Failure.usage("The batch names a file with a quotation mark or a control character.");
        }
        try {
            return Files.readAllBytes(beside.resolve(name));
        } catch (IOException e) {
            throw Failure.usage("The file " + name + " of the batch cannot be read: " + e.getMessage());
        }
    }

    private static Set<String> named(byte[] batch, Set<String> attributes) throws Failure {
        Set<String> names = new TreeSet<>();
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try {
            XMLStreamReader in = factory.createXMLStreamReader(new ByteArrayInputStream(batch));
            while (in.hasNext()) {
                if (in.next() == XMLStreamConstants.START_ELEMENT) {
                    for (int i = 0; i < in.getAttributeCount(); i++) {
                        if (attributes.contains(in.getLocalName() + " " + in.getAttributeLocalName(i))) {
                            names.add(in.getAttributeValue(i));
                        }
                    }
                }
            }
        } catch (XMLStreamException e) {
            throw Failure.usage("The batch is no XML: " + e.getMessage());
        }
        return names;
    }
}
