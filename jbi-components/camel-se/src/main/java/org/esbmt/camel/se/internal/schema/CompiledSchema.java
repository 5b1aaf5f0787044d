package org.esbmt.camel.se.internal.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.ValidatorHandler;
import org.esbmt.camel.se.internal.document.DocumentXmlReader;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.document.EvaluationFailedException.Kind;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.document.SaxonPaths;
import org.esbmt.jbi.container.api.unit.Finding;
import org.esbmt.jbi.container.api.unit.UnitFiles;
import org.w3c.dom.ls.LSInput;
import org.xml.sax.Attributes;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * One XML schema 1.0 of a unit, compiled by the platform's validator. Other installed validators are not used. The
 * bus's own lexer reads the documents. Thread-safe.
 */
public final class CompiledSchema {
    private static final String UNIT = "unit";
    private static final byte[] EMPTY = ("<s:schema xmlns:s=\"" + SchemaCheck.XSD + "\"/>").getBytes(UTF_8);
    /** The standard's names of the rules about other files. */
    private static final Pattern OF_OTHER_FILES =
            Pattern.compile("src-(resolve|include|import|redefine)\\b|schema_reference\\b");

    private final String file;
    private final Schema schema;
    private final EvaluationLimits limits;
    private final int longestText;
    private final PlainTypes plainTypes;
    private final SlowTypes slowTypes;

    private CompiledSchema(String file, Schema schema, EvaluationLimits limits, SchemaCheck check) {
        this.file = file;
        this.schema = schema;
        this.limits = limits;
        this.longestText = check.longestText();
        this.plainTypes = check.plainTypes();
        this.slowTypes = check.slowTypes();
    }

    /**
     * Checks and compiles a schema.
     *
     * @param unit the unit with the schema and all files that it includes
     * @param file its path in the unit
     * @throws InvalidSchemaException with all findings that the platform's compiler can report without harm
     */
    public static CompiledSchema compile(UnitFiles unit, String file, EvaluationLimits limits)
            throws InvalidSchemaException {
        requireNonNull(limits, "limits");
        SchemaCheck check = new SchemaCheck(unit);
        check.file(file, file, 0);
        check.whole(file);
        List<Finding> findings = new ArrayList<>(check.findings());
        if (!check.mayBeCompiled()) {
            throw new InvalidSchemaException(findings);
        }
        List<Finding> found = new ArrayList<>();
        try {
            Schema schema = factory(check.files(), file, found)
                    .newSchema(new StreamSource(
                            new ByteArrayInputStream(check.files().get(file)), SaxonPaths.SCHEME + file));
            if (findings.isEmpty() && found.isEmpty()) {
                return new CompiledSchema(file, schema, limits, check);
            }
        } catch (SAXException | RuntimeException | StackOverflowError e) {
            if (findings.isEmpty() && found.isEmpty()) {
                found.add(new Finding(file, 0, "schema.static", "It cannot be compiled."));
            }
        }
        found.stream().filter(finding -> !follows(finding, check.findings())).forEach(findings::add);
        throw new InvalidSchemaException(findings);
    }

    /**
     * Returns true if the line has a finding already, or the finding follows from a file that the schema does not get.
     */
    private static boolean follows(Finding finding, List<Finding> told) {
        return (!told.isEmpty() && OF_OTHER_FILES.matcher(finding.sentence()).lookingAt())
                || told.stream()
                        .anyMatch(other -> other.file().equals(finding.file()) && other.line() == finding.line());
    }

    /** The findings about a schema, for the deploying user; empty if it can be compiled. */
    public static List<Finding> findings(UnitFiles unit, String file) {
        try {
            compile(unit, file, EvaluationLimits.XSLT);
            return List.of();
        } catch (InvalidSchemaException e) {
            return e.findings();
        }
    }

    private static SchemaFactory factory(Map<String, byte[]> files, String file, List<Finding> findings)
            throws SAXException {
        SchemaFactory factory = SchemaFactory.newDefaultInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, UNIT);
        factory.setResourceResolver((type, namespace, publicId, systemId, base) -> input(files, systemId, base));
        factory.setErrorHandler(new ErrorHandler() {
            @Override
            public void warning(SAXParseException e) {
                // usable
            }

            @Override
            public void error(SAXParseException e) {
                String id = e.getSystemId() == null ? "" : e.getSystemId();
                String path = id.startsWith(SaxonPaths.SCHEME) ? id.substring(SaxonPaths.SCHEME.length()) : file;
                findings.add(new Finding(path, Math.max(0, e.getLineNumber()), "schema.static", printable(e)));
            }

            @Override
            public void fatalError(SAXParseException e) {
                error(e);
            }
        });
        return factory;
    }

    private static String printable(SAXParseException e) {
        String text = e.getMessage() == null ? "" : e.getMessage().replaceAll("[^\\x20-\\x7E]+", " ");
        return text.length() > 300 ? text.substring(0, 300) + "..." : text;
    }

    /** A file that was checked before. Any other file, or an unnamed one, is an empty schema. */
    private static LSInput input(Map<String, byte[]> files, String systemId, String base) {
        String from =
                base != null && base.startsWith(SaxonPaths.SCHEME) ? base.substring(SaxonPaths.SCHEME.length()) : "";
        String path = systemId == null ? null : SaxonPaths.resolve(from, systemId);
        byte[] content = path == null ? null : files.get(path);
        byte[] none = systemId == null ? new byte[0] : EMPTY;
        return new MemoryInput(content == null ? none : content, SaxonPaths.SCHEME + (path == null ? "none" : path));
    }

    /**
     * Validates one document.
     *
     * @throws EvaluationFailedException if it is invalid, not XML, or takes too long; the sentence has the rule of XML
     *     schema and the line
     */
    public void validate(byte[] document) throws EvaluationFailedException {
        ValidatorHandler validator = schema.newValidatorHandler();
        validator.setResourceResolver((type, namespace, publicId, systemId, base) -> input(Map.of(), null, null));
        validator.setErrorHandler(new FirstError());
        Deadline timed = new Deadline(System.nanoTime() + limits.time().toNanos());
        timed.setContentHandler(validator);
        DocumentXmlReader reader = new DocumentXmlReader(document, limits.document(), SaxonPaths.SCHEME + "message");
        BoundedTexts bounded = new BoundedTexts(longestText, plainTypes, slowTypes, validator);
        bounded.setContentHandler(timed);
        reader.setContentHandler(bounded);
        try {
            reader.parse((InputSource) null);
        } catch (Late e) {
            throw new EvaluationFailedException(
                    Kind.LIMIT, "The validation was stopped. It takes longer than allowed.");
        } catch (BoundedTexts.TooLong e) {
            throw new EvaluationFailedException(
                    Kind.EXPRESSION, "The message is not valid by " + file + e.getMessage());
        } catch (Invalid e) {
            throw new EvaluationFailedException(
                    Kind.EXPRESSION, "The message is not valid by " + file + e.getMessage());
        } catch (SAXException e) {
            throw new EvaluationFailedException(Kind.MESSAGE, e.getMessage());
        } catch (StackOverflowError e) {
            throw new EvaluationFailedException(Kind.LIMIT, "The validation was stopped. It goes too deep.");
        }
    }

    /** A document is invalid. The exception has no stack trace, because the message is the cause. */
    private static final class Invalid extends SAXException {
        private static final long serialVersionUID = 1L;

        Invalid(String message) {
            super(message);
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    private static final class Late extends SAXException {
        private static final long serialVersionUID = 1L;
    }

    /** Ends at the first error, and repeats only its rule. The rest of its text may originate from the message. */
    private static final class FirstError implements ErrorHandler {
        @Override
        public void warning(SAXParseException e) {
            // a warning: the document is valid
        }

        @Override
        public void error(SAXParseException e) throws SAXException {
            String text = e.getMessage() == null ? "" : e.getMessage();
            int colon = text.indexOf(':');
            String rule = colon > 0 ? text.substring(0, colon) : "";
            throw new Invalid(
                    ", line " + e.getLineNumber() + (rule.matches("[a-zA-Z0-9.-]{1,60}") ? ": " + rule : "") + ".");
        }

        @Override
        public void fatalError(SAXParseException e) throws SAXException {
            error(e);
        }
    }

    private static final class Deadline extends XMLFilterImpl {
        private final long end;

        Deadline(long end) {
            this.end = end;
        }

        @Override
        public void startElement(String namespace, String local, String name, Attributes attributes)
                throws SAXException {
            look();
            super.startElement(namespace, local, name, attributes);
        }

        @Override
        public void characters(char[] text, int offset, int length) throws SAXException {
            look();
            super.characters(text, offset, length);
        }

        @Override
        public void endElement(String namespace, String local, String name) throws SAXException {
            look();
            super.endElement(namespace, local, name);
        }

        private void look() throws Late {
            if (System.nanoTime() - end > 0) {
                throw new Late();
            }
        }
    }
}
