import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.PackageTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TypeParameterTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import com.sun.tools.javac.tree.JCTree;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.util.Elements;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * What javac says about each identifier of a code base: where it is declared.
 *
 * <pre>java --add-exports jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED lab/truths/JavaNames.java ROOT >FILE.jsonl</pre>
 *
 * Input: a folder with Java files, of which all are compiled together, with errors; a second file of a class that another file has
 * is a copy, whose names have no targets. Output: one line a name, by file and place, as lab/truths/program-names.mjs describes it.
 *
 * Packages that are neither in the code base nor in the JDK are absent: the names that imports bring from them lead to a file that
 * does not exist, outside of the root. A name of `new A()` leads to the class A, and the name of a package of the code base has no
 * target: nothing declares it.
 */
public final class JavaNames {
  private record Place(String file, int line, int column) {
    String json() {
      return "{\"file\":" + quoted(file) + ",\"line\":" + line + ",\"column\":" + column + "}";
    }
  }

  private record Name(Place at, String name, String kind, List<Place> targets, boolean isDeclared) {
    String json() {
      String places = targets.stream().map(Place::json).collect(Collectors.joining(","));
      String head = "{\"file\":" + quoted(at.file) + ",\"line\":" + at.line + ",\"column\":" + at.column;
      return head + ",\"name\":" + quoted(name) + ",\"kind\":\"" + kind + "\",\"targets\":[" + places
          + "],\"isDeclared\":" + isDeclared + "}";
    }
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  private final Path root;
  private Trees trees;
  private Elements elements;
  private final List<CompilationUnitTree> units = new ArrayList<>();
  private final Map<CompilationUnitTree, String> texts = new HashMap<>();
  private final Set<String> packages = new HashSet<>();
  private final Map<Element, Place> declared = new HashMap<>();
  private final List<Name> names = new ArrayList<>();
  private final List<Path> copies = new ArrayList<>();
  private int errors;

  private JavaNames(Path root) {
    this.root = root;
  }

  public static void main(String[] args) throws IOException {
    if (args.length != 1) {
      System.err.println("usage: java JavaNames.java ROOT");
      System.exit(2);
    }
    new JavaNames(Path.of(args[0]).toRealPath()).run();
  }

  private void run() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
    List<String> options = List.of("-proc:none", "-Xmaxerrs", "1000000", "-XDshould-stop.ifError=FLOW",
        "-XDshould-stop.at=FLOW", "-implicit:none", "-cp", root.resolve("no-classes").toString());
    Iterable<? extends JavaFileObject> files = manager.getJavaFileObjectsFromPaths(sources());
    JavacTask task = (JavacTask) compiler.getTask(null, manager, problem -> errors++, options, null, files);
    for (CompilationUnitTree unit : task.parse()) units.add(unit);
    trees = Trees.instance(task);
    elements = task.getElements();
    task.analyze();
    for (CompilationUnitTree unit : units) {
      texts.put(unit, unit.getSourceFile().getCharContent(true).toString());
      if (unit.getPackageName() != null) packages.add(unit.getPackageName().toString());
    }
    for (CompilationUnitTree unit : units) new Declarations(unit).scan(unit, null);
    for (CompilationUnitTree unit : units) new Uses(unit).scan(unit, null);
    for (Path copy : copies) addWords(copy);
    Map<Place, Name> byPlace = new HashMap<>();
    // The canonical constructor of a record, and the like, has names at places that others have.
    for (Name name : names) byPlace.merge(name.at, name, (a, b) -> a.targets.isEmpty() ? b : a);
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    byPlace.values().stream()
        .sorted(Comparator.comparing((Name name) -> name.at.file).thenComparing(name -> name.at.line)
            .thenComparing(name -> name.at.column))
        .forEach(name -> out.println(name.json()));
    out.flush();
    System.err.println("javac " + Runtime.version() + ", " + units.size() + " files, " + errors + " errors");
  }

  /** The files below the root, of each class only the first one. */
  private List<Path> sources() throws IOException {
    Pattern clause = Pattern.compile("^\\s*package\\s+([\\w.]+)", Pattern.MULTILINE);
    Set<String> known = new HashSet<>();
    List<Path> found = new ArrayList<>();
    List<Path> all;
    try (Stream<Path> paths = Files.walk(root)) {
      all = paths.filter(path -> path.toString().endsWith(".java") && Files.isRegularFile(path)).sorted().toList();
    }
    for (Path path : all) {
      boolean isHidden = root.relativize(path).toString().matches("(?:.*/)?\\..*");
      String base = path.getFileName().toString();
      Matcher matcher = clause.matcher(Files.readString(path, StandardCharsets.ISO_8859_1));
      String name = (matcher.find() ? matcher.group(1) : "") + "." + base;
      if (isHidden || base.equals("module-info.java")) continue;
      (known.add(name) ? found : copies).add(path);
    }
    return found;
  }

  private void addWords(Path path) throws IOException {
    String[] lines = Files.readString(path, StandardCharsets.ISO_8859_1).split("\n");
    for (int line = 0; line < lines.length; line++) {
      Matcher word = Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*").matcher(lines[line]);
      while (word.find()) {
        Place at = new Place(root.relativize(path).toString(), line + 1, word.start() + 1);
        names.add(new Name(at, word.group(), "other", List.of(), false));
      }
    }
  }

  private Place place(CompilationUnitTree unit, int offset) {
    String text = texts.get(unit);
    int line = (int) unit.getLineMap().getLineNumber(offset);
    int column = offset - (text.lastIndexOf('\n', offset - 1) + 1) + 1;
    return new Place(root.relativize(Path.of(unit.getSourceFile().toUri())).toString(), line, column);
  }

  /** The names that a file declares. */
  private final class Declarations extends TreePathScanner<Void, Void> {
    private final CompilationUnitTree unit;

    Declarations(CompilationUnitTree unit) {
      this.unit = unit;
    }

    @Override
    public Void visitClass(ClassTree tree, Void none) {
      // A class without a name has its base at the same place.
      int modifiers = (int) trees.getSourcePositions().getEndPosition(unit, tree.getModifiers());
      int start = (int) trees.getSourcePositions().getStartPosition(unit, tree);
      Matcher word = Pattern.compile("\\b(?:class|interface|enum|record)\\b").matcher(texts.get(unit));
      String name = tree.getSimpleName().toString();
      if (!name.isEmpty() && start >= 0 && word.find(Math.max(modifiers, start))) declare(name, word.end());
      return super.visitClass(tree, none);
    }

    @Override
    public Void visitMethod(MethodTree tree, Void none) {
      boolean isConstructor = tree.getName().contentEquals("<init>");
      Tree owner = getCurrentPath().getParentPath().getLeaf();
      String name = isConstructor ? ((ClassTree) owner).getSimpleName().toString() : tree.getName().toString();
      declare(name, ((JCTree) tree).pos);
      return super.visitMethod(tree, none);
    }

    @Override
    public Void visitVariable(VariableTree tree, Void none) {
      declare(tree.getName().toString(), ((JCTree) tree).pos);
      return super.visitVariable(tree, none);
    }

    @Override
    public Void visitTypeParameter(TypeParameterTree tree, Void none) {
      declare(tree.getName().toString(), ((JCTree) tree).pos);
      return super.visitTypeParameter(tree, none);
    }

    /** Adds the first occurrence of a declared name from an offset on, which is at the name or shortly before it. */
    private void declare(String name, int from) {
      if (name.isEmpty() || from < 0) return;
      Matcher word = Pattern.compile("(?<![\\w$])" + Pattern.quote(name) + "(?![\\w$])").matcher(texts.get(unit));
      if (!word.find(from) || word.start() > from + 200) return;
      Element element = trees.getElement(getCurrentPath());
      Place at = place(unit, word.start());
      if (element != null) declared.put(element, at);
      names.add(new Name(at, name, kindOf(element), List.of(at), true));
    }
  }

  /** The names that a file uses. */
  private final class Uses extends TreePathScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final SourcePositions positions = trees.getSourcePositions();
    /** The names that imports bring from absent packages. */
    private final Map<String, Place> absentNames = new HashMap<>();

    Uses(CompilationUnitTree unit) {
      this.unit = unit;
    }

    @Override
    public Void visitImport(ImportTree tree, Void none) {
      String path = tree.getQualifiedIdentifier().toString();
      if (isAbsent(tree)) absentNames.put(path.substring(path.lastIndexOf('.') + 1), absent(path));
      return super.visitImport(tree, none);
    }

    @Override
    public Void visitPackage(PackageTree tree, Void none) {
      scan(tree.getAnnotations(), none);
      return null;
    }

    @Override
    public Void visitIdentifier(IdentifierTree tree, Void none) {
      add(tree.getName().toString(), (int) positions.getStartPosition(unit, tree));
      return super.visitIdentifier(tree, none);
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree tree, Void none) {
      String name = tree.getIdentifier().toString();
      add(name, (int) positions.getEndPosition(unit, tree) - name.length());
      return super.visitMemberSelect(tree, none);
    }

    @Override
    public Void visitMemberReference(MemberReferenceTree tree, Void none) {
      String name = tree.getName().toString();
      add(name, (int) positions.getEndPosition(unit, tree) - name.length());
      return super.visitMemberReference(tree, none);
    }

    /** Adds a name that is written at an offset: javac has some that are not. */
    private void add(String name, int start) {
      if (keywords.contains(name) || start < 0 || !texts.get(unit).startsWith(name, start)) return;
      Element element = trees.getElement(getCurrentPath());
      names.add(new Name(place(unit, start), name, kindOf(element), targetsOf(element, name), false));
    }

    private List<Place> targetsOf(Element element, String name) {
      Tree leaf = getCurrentPath().getLeaf();
      ImportTree around = importAround();
      if (around != null && isAbsent(around)) return List.of(absent(leaf.toString()));
      if (element instanceof PackageElement it) return placesOfPackage(it.getQualifiedName().toString());
      // A variable with an absent type is declared all the same.
      Place own = element == null ? null : declaredPlace(element);
      if (own != null) return List.of(own);
      if (element == null || element.asType().getKind() == TypeKind.ERROR) {
        boolean isImported = leaf instanceof IdentifierTree && absentNames.containsKey(name);
        return isImported ? List.of(absentNames.get(name)) : List.of();
      }
      String type = outermost(element);
      // What the compiler adds to a class of the code base is written nowhere.
      boolean isInside = elements.getTypeElement(type) != null && declared.containsKey(elements.getTypeElement(type));
      return isInside || type.isEmpty() ? List.of() : List.of(new Place("/jdk/" + type.replace('.', '/') + ".java", 1, 1));
    }

    private ImportTree importAround() {
      for (TreePath at = getCurrentPath(); at != null; at = at.getParentPath()) {
        if (at.getLeaf() instanceof ImportTree tree) return tree;
      }
      return null;
    }
  }

  /** The place of a package from outside: one of the code base is declared nowhere. */
  private List<Place> placesOfPackage(String name) {
    boolean isInside = packages.stream().anyMatch(known -> known.equals(name) || known.startsWith(name + "."));
    return isInside ? List.of() : List.of(new Place("/jdk/" + name.replace('.', '/'), 1, 1));
  }

  /** The place of what an element is of the code base: of a constructor the class, of an accessor the part of the record. */
  private Place declaredPlace(Element element) {
    if (element.getKind() == ElementKind.CONSTRUCTOR) return declared.get(element.getEnclosingElement());
    Place own = declared.get(element);
    if (own != null || element.getKind() != ElementKind.METHOD) return own;
    return element.getEnclosingElement().getEnclosedElements().stream()
        .filter(other -> other.getKind() == ElementKind.FIELD && other.getSimpleName().equals(element.getSimpleName()))
        .map(declared::get).filter(place -> place != null).findFirst().orElse(null);
  }

  /** True for an import whose class is neither in the code base nor in the JDK. */
  private boolean isAbsent(ImportTree tree) {
    String path = tree.getQualifiedIdentifier().toString();
    boolean isWhole = !tree.isStatic() && path.endsWith(".*");
    String type = tree.isStatic() || isWhole ? path.substring(0, path.lastIndexOf('.')) : path;
    if (elements.getTypeElement(type) != null || elements.getPackageElement(type) != null) return false;
    // What a build generates into a package of the code base may be anything.
    for (String outer = type; !outer.isEmpty(); outer = outer.substring(0, Math.max(0, outer.lastIndexOf('.')))) {
      if (packages.contains(outer)) return false;
    }
    return true;
  }

  private static Place absent(String path) {
    return new Place("/absent/" + path.replace('.', '/'), 1, 1);
  }

  private static String outermost(Element element) {
    String type = "";
    for (Element at = element; at != null; at = at.getEnclosingElement()) {
      if (at instanceof TypeElement it) type = it.getQualifiedName().toString();
    }
    return type;
  }

  private static String kindOf(Element element) {
    if (element == null) return "other";
    ElementKind kind = element.getKind();
    if (kind.isClass() || kind.isInterface()) return "class";
    return switch (kind) {
      case METHOD -> "method";
      case CONSTRUCTOR -> "constructor";
      case FIELD, ENUM_CONSTANT -> "field";
      case PACKAGE -> "package";
      case TYPE_PARAMETER -> "typeParameter";
      default -> kind.isField() || element instanceof VariableElement ? "variable" : "other";
    };
  }

  private static final Set<String> keywords = Set.of("class", "this", "super", "new", "*");
}
