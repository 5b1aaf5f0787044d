package org.esbmt.camel.se.internal.xslt;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.transform.Source;
import javax.xml.transform.sax.SAXSource;
import net.sf.saxon.Configuration;
import net.sf.saxon.lib.ResourceResolver;
import net.sf.saxon.om.NodeInfo;
import net.sf.saxon.om.SpaceStrippingRule;
import net.sf.saxon.s9api.ItemType;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.QName;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XdmAtomicValue;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.XdmValue;
import net.sf.saxon.s9api.XmlProcessingError;
import net.sf.saxon.s9api.XsltCompiler;
import net.sf.saxon.s9api.XsltExecutable;
import net.sf.saxon.s9api.XsltTransformer;
import net.sf.saxon.trans.XPathException;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.document.EvaluationFailedException.Kind;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.document.Names;
import org.esbmt.camel.se.internal.document.RecompilingHolder;
import org.esbmt.camel.se.internal.document.ResultDestination;
import org.esbmt.camel.se.internal.document.ResultForm;
import org.esbmt.camel.se.internal.document.SaxonPaths;
import org.esbmt.camel.se.internal.document.SaxonSetup;
import org.esbmt.camel.se.internal.document.TreeReader;
import org.esbmt.guarded.saxon.Evaluation;
import org.esbmt.guarded.saxon.EvaluationStopped;
import org.esbmt.jbi.container.api.unit.Finding;
import org.esbmt.jbi.container.api.unit.UnitFiles;
import org.esbmt.xml.api.XmlLimits;
import org.esbmt.xml.api.XmlRefusedException;
import org.xml.sax.InputSource;

/**
 * One compiled stylesheet of a unit. XSLT 1.0, 2.0 and 3.0. Thread-safe; each transformation runs in the calling
 * thread, within its limits, and leaves nothing behind.
 */
public final class Stylesheet {
    static {
        ResultDestination.prepare();
    }

    /** The stylesheet compiled with one pool of names, until the pool is full. */
    private record Compiled(
            Configuration configuration,
            Names names,
            XsltExecutable executable,
            List<QName> parameters,
            SpaceStrippingRule stripping,
            ResultForm form)
            implements RecompilingHolder.Pooled {}

    /** With one of these findings, Saxon would compile another stylesheet than its author intends, or one too large. */
    private static final Set<String> NOT_WHOLE = Set.of("xslt.xml", "xslt.file", "xslt.import", "xslt.limit");

    /** Saxon's code for a stack that was too small. */
    private static final String TOO_DEEP = "SXLM0001";

    private final String file;
    private final Map<String, byte[]> files;
    private final IdentityTemplates identities;
    private final EvaluationLimits limits;
    private RecompilingHolder<Compiled> compiled;

    private Stylesheet(String file, Map<String, byte[]> files, EvaluationLimits limits) {
        this.file = file;
        this.files = files;
        this.identities = new IdentityTemplates(files);
        this.limits = limits;
    }

    /**
     * Checks and compiles a stylesheet.
     *
     * @param unit the unit with the stylesheet and all files that it includes
     * @param file its path in the unit
     * @throws InvalidStylesheetException with all findings
     */
    public static Stylesheet compile(UnitFiles unit, String file, EvaluationLimits limits)
            throws InvalidStylesheetException {
        return compile(unit, file, limits, EvaluationLimits.XSLT);
    }

    /**
     * Checks and compiles a stylesheet within other limits.
     *
     * @param compiling the limits of the compilation
     */
    public static Stylesheet compile(UnitFiles unit, String file, EvaluationLimits limits, EvaluationLimits compiling)
            throws InvalidStylesheetException {
        requireNonNull(limits, "limits");
        StylesheetCheck check = new StylesheetCheck(unit, XmlLimits.DEFAULTS);
        check.file(file, file, 0);
        List<Finding> findings = new ArrayList<>(check.findings());
        if (findings.stream().anyMatch(finding -> NOT_WHOLE.contains(finding.rule()))) {
            throw new InvalidStylesheetException(findings);
        }
        // Saxon finds the remaining errors of a refused stylesheet; it reaches nothing but the check's files.
        Stylesheet stylesheet = new Stylesheet(file, check.files(), limits);
        List<Finding> found = new ArrayList<>();
        try {
            Evaluation.Bounds bounds = compiling.bounds(1 << 20);
            Compiled first = Evaluation.run(bounds, () -> stylesheet.compile(found));
            stylesheet.compiled = new RecompilingHolder<>(first, bounds, () -> stylesheet.compile(new ArrayList<>()));
        } catch (SaxonApiException | RuntimeException e) {
            if (findings.isEmpty() && found.isEmpty()) {
                found.add(new Finding(file, 0, "xslt.static", "It cannot be compiled: " + printable(e.getMessage())));
            }
        } catch (EvaluationStopped e) {
            found.add(new Finding(file, 0, "xslt.limit", "It cannot be compiled. " + e.getMessage()));
        }
        found.stream().filter(finding -> !isTold(finding, check.findings())).forEach(findings::add);
        if (!findings.isEmpty()) {
            throw new InvalidStylesheetException(findings);
        }
        return stylesheet;
    }

    /**
     * Returns true if the line has a finding already. Saxon reports a refused element or function again, as unknown.
     */
    private static boolean isTold(Finding finding, List<Finding> told) {
        return told.stream().anyMatch(other -> other.file().equals(finding.file()) && other.line() == finding.line());
    }

    /** The findings about a stylesheet, for the deploying user; empty if it can be compiled. */
    public static List<Finding> findings(UnitFiles unit, String file) {
        return findings(unit, file, EvaluationLimits.XSLT);
    }

    /**
     * The findings of a compilation within other limits.
     *
     * @param compiling the limits of the compilation
     */
    public static List<Finding> findings(UnitFiles unit, String file, EvaluationLimits compiling) {
        try {
            compile(unit, file, EvaluationLimits.XSLT, compiling);
            return List.of();
        } catch (InvalidStylesheetException e) {
            return e.findings();
        }
    }

    private Compiled compile(List<Finding> findings) throws SaxonApiException {
        Configuration configuration = SaxonSetup.configuration();
        ResourceResolver resolver = request -> source(request.uri);
        configuration.setResourceResolver(resolver);
        XsltCompiler compiler = new Processor(configuration).newXsltCompiler();
        compiler.setResourceResolver(resolver);
        compiler.setJustInTimeCompilation(false);
        compiler.setErrorReporter(error -> report(error, findings));
        XsltExecutable executable = compiler.compile(read(file));
        configuration.setResourceResolver(SaxonSetup.nothing());
        SpaceStrippingRule stripping = executable
                .getUnderlyingCompiledStylesheet()
                .getTopLevelPackage()
                .getSpaceStrippingRule();
        return new Compiled(
                configuration,
                new Names(configuration.getNamePool()),
                executable,
                executable.getGlobalParameters().keySet().stream()
                        .filter(name -> name.getNamespaceUri().isEmpty())
                        .toList(),
                stripping,
                ResultForm.of(executable.getUnderlyingCompiledStylesheet().getPrimarySerializationProperties()));
    }

    private Source source(String uri) throws XPathException {
        if (!uri.startsWith(SaxonPaths.SCHEME) || !files.containsKey(uri.substring(SaxonPaths.SCHEME.length()))) {
            throw new XPathException("Only the stylesheet's own files can be read.", "FODC0002");
        }
        return read(uri.substring(SaxonPaths.SCHEME.length()));
    }

    private Source read(String path) {
        return new SAXSource(identities.reader(path), new InputSource(SaxonPaths.SCHEME + path));
    }

    private void report(XmlProcessingError error, List<Finding> findings) {
        if (!error.isWarning()) {
            String module =
                    error.getLocation() == null ? null : error.getLocation().getSystemId();
            int line = error.getLocation() == null
                    ? 0
                    : Math.max(0, error.getLocation().getLineNumber());
            String position = module != null && module.startsWith(SaxonPaths.SCHEME)
                    ? module.substring(SaxonPaths.SCHEME.length())
                    : file;
            findings.add(new Finding(position, line, "xslt.static", printable(error.getMessage())));
        }
    }

    private static String printable(String message) {
        String text = message == null ? "" : message.replaceAll("[^\\x20-\\x7E]+", " ");
        return text.length() > 300 ? text.substring(0, 300) + "..." : text;
    }

    /**
     * Transforms one document.
     *
     * @param document is not copied; it must not change meanwhile
     * @param headers texts by name: global parameters in no namespace get those of their names
     * @return in UTF-8
     * @throws EvaluationFailedException if the document is invalid, the stylesheet fails for it, or a limit is exceeded
     */
    public byte[] transform(byte[] document, Map<String, String> headers) throws EvaluationFailedException {
        try {
            return compiled.use(
                    document.length,
                    used -> Evaluation.run(limits.bounds(document.length), () -> transformed(used, document, headers)));
        } catch (SaxonApiException e) {
            throw failed("", -1);
        } catch (EvaluationStopped e) {
            throw EvaluationFailedException.stopped("The stylesheet", e);
        }
    }

    private byte[] transformed(Compiled used, byte[] document, Map<String, String> headers)
            throws EvaluationFailedException {
        try {
            NodeInfo tree =
                    TreeReader.read(document, limits.document(), used.configuration(), used.names(), used.stripping());
            XsltTransformer transformer = used.executable().load();
            transformer.setInitialContextNode((XdmNode) XdmValue.wrap(tree));
            transformer.setErrorReporter(error -> {});
            transformer.setMessageHandler(message -> {});
            for (QName name : used.parameters()) {
                String header = headers.get(name.getLocalName());
                if (header != null) {
                    transformer.setParameter(name, new XdmAtomicValue(header, ItemType.UNTYPED_ATOMIC));
                }
            }
            int expected = document.length + document.length / 4 + 256;
            ResultDestination result = new ResultDestination(used.form(), expected, limits.outputBytes());
            transformer.setDestination(result);
            transformer.transform();
            return result.bytes();
        } catch (XmlRefusedException e) {
            throw new EvaluationFailedException(Kind.MESSAGE, e.getMessage());
        } catch (SaxonApiException e) {
            throw failed(e.getErrorCode() == null ? "" : e.getErrorCode().getLocalName(), e.getLineNumber());
        } catch (XPathException | RuntimeException e) {
            throw failed("", -1);
        }
    }

    private EvaluationFailedException failed(String code, int line) {
        if (code.equals(TOO_DEEP)) {
            return new EvaluationFailedException(Kind.LIMIT, "The stylesheet was stopped. It calls itself too deep.");
        }
        String known = code.matches("[A-Z]{4}[0-9]{4}") ? " " + code : "";
        String position = line > 0 ? " in line " + line : "";
        return new EvaluationFailedException(
                Kind.EXPRESSION, "The stylesheet " + file + " failed for this message" + position + known + ".");
    }

    /** Returns true if the compiled stylesheet is still held, for tests. */
    boolean isKept() {
        return compiled.isKept();
    }
}
