/*
What go/types says about each identifier of a code base: where it is declared.

	GO111MODULE=off go run lab/truths/go-names.go ROOT >FILE.jsonl

Input: a folder with Go files; modules and their `replace` are read from the go.mod files in it. Output: one line a name, by
file and place, as lab/truths/program-names.mjs describes it.

Each package is read with the files that the platform of this machine builds. The names of other files have no targets, but what
they declare by the same name in the same package is a further target of its uses. Packages of the standard library are read from
their sources. All other packages are absent: their names lead to a file that does not exist, outside of the root.
*/
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"sort"
	"strings"
	"unicode/utf16"
)

type place struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

type name struct {
	place
	Name       string  `json:"name"`
	Kind       string  `json:"kind"`
	Targets    []place `json:"targets"`
	IsDeclared bool    `json:"isDeclared"`
}

// A folder's package: the files of one package clause.
type group struct {
	dir, name string
	files     []*ast.File
}

type module struct {
	path, dir string
	replaced  map[string]string // import path → folder
}

var (
	root     string
	fset     = token.NewFileSet()
	standard types.ImporterFrom
	modules  []module
	byDir    = map[string][]*group{}
	plain    = map[string]*types.Package{} // folder → its package without tests
	tested   = map[string]*types.Package{} // folder → its package with the tests in it
	// What files that this platform does not build declare: folder, package, receiver and name → places.
	elsewhere = map[string][]place{}
	unbuilt   []*ast.File
	texts     = map[string][]string{}
	info      = &types.Info{
		Defs:  map[*ast.Ident]types.Object{},
		Uses:  map[*ast.Ident]types.Object{},
		Types: map[ast.Expr]types.TypeAndValue{},
	}
	errors int
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run go-names.go ROOT")
		os.Exit(2)
	}
	root, _ = filepath.EvalSymlinks(os.Args[1])
	root, _ = filepath.Abs(root)
	build.Default.CgoEnabled = false
	standard = importer.ForCompiler(fset, "source", nil).(types.ImporterFrom)
	readFiles()
	dirs := sortedKeys(byDir)
	for _, dir := range dirs {
		for _, one := range byDir[dir] {
			if strings.HasSuffix(one.name, "_test") {
				check(one, tested[dir])
			} else if pkg := check(one, nil); tested[dir] == nil || one.name != "main" {
				tested[dir] = pkg
			}
		}
	}
	write()
	fmt.Fprintf(os.Stderr, "%s, %d folders, %d errors\n", runtime.Version(), len(dirs), errors)
}

// readFiles parses all files below the root and reads the modules.
func readFiles() {
	filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if base := entry.Name(); entry.IsDir() && path != root && (strings.HasPrefix(base, ".") || base == "vendor" || base == "node_modules") {
			return filepath.SkipDir
		}
		if entry.Name() == "go.mod" {
			readModule(path)
		}
		if !entry.IsDir() && strings.HasSuffix(path, ".go") {
			readFile(path)
		}
		return nil
	})
	sort.Slice(modules, func(i, j int) bool { return len(modules[i].path) > len(modules[j].path) })
	for _, groups := range byDir {
		// The tests of a package are checked after the package.
		sort.SliceStable(groups, func(i, j int) bool {
			return !strings.HasSuffix(groups[i].name, "_test") && strings.HasSuffix(groups[j].name, "_test")
		})
	}
}

func readFile(path string) {
	file, err := parser.ParseFile(fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if file == nil || file.Name == nil || err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", path, err)
		return
	}
	dir := filepath.Dir(path)
	if isBuilt, _ := build.Default.MatchFile(dir, filepath.Base(path)); !isBuilt {
		unbuilt = append(unbuilt, file)
		addElsewhere(dir, file)
		return
	}
	for _, one := range byDir[dir] {
		if one.name == file.Name.Name {
			one.files = append(one.files, file)
			return
		}
	}
	byDir[dir] = append(byDir[dir], &group{dir: dir, name: file.Name.Name, files: []*ast.File{file}})
}

var (
	moduleLine  = regexp.MustCompile(`(?m)^module[ \t]+"?([^\s"]+)`)
	replaceLine = regexp.MustCompile(`(?m)^(?:replace)?[ \t]*\(?[ \t]*([^\s(]+)(?:[ \t]+v\S+)?[ \t]+=>[ \t]+(\.\.?/\S*)`)
)

func readModule(path string) {
	text, err := os.ReadFile(path)
	found := moduleLine.FindSubmatch(text)
	if err != nil || found == nil {
		return
	}
	dir := filepath.Dir(path)
	one := module{path: string(found[1]), dir: dir, replaced: map[string]string{}}
	for _, line := range replaceLine.FindAllSubmatch(text, -1) {
		one.replaced[string(line[1])] = filepath.Join(dir, string(line[2]))
	}
	modules = append(modules, one)
}

// addElsewhere notes what a file declares outside of functions.
func addElsewhere(dir string, file *ast.File) {
	add := func(receiver string, id *ast.Ident) {
		key := keyOf(dir, file.Name.Name, receiver, id.Name)
		elsewhere[key] = append(elsewhere[key], placeOf(id.Pos()))
	}
	for _, declaration := range file.Decls {
		switch it := declaration.(type) {
		case *ast.FuncDecl:
			receiver := ""
			if it.Recv != nil && len(it.Recv.List) == 1 {
				receiver = baseName(it.Recv.List[0].Type)
			}
			add(receiver, it.Name)
		case *ast.GenDecl:
			for _, spec := range it.Specs {
				switch one := spec.(type) {
				case *ast.TypeSpec:
					add("", one.Name)
				case *ast.ValueSpec:
					for _, id := range one.Names {
						add("", id)
					}
				}
			}
		}
	}
}

func keyOf(dir, pkg, receiver, name string) string {
	return strings.Join([]string{dir, pkg, receiver, name}, "\x00")
}

func baseName(expression ast.Expr) string {
	switch it := expression.(type) {
	case *ast.StarExpr:
		return baseName(it.X)
	case *ast.ParenExpr:
		return baseName(it.X)
	case *ast.IndexExpr:
		return baseName(it.X)
	case *ast.IndexListExpr:
		return baseName(it.X)
	case *ast.Ident:
		return it.Name
	}
	return ""
}

type localImporter struct {
	from group
	// The package with its tests, which a test outside of the package sees.
	own *types.Package
}

func (it localImporter) Import(path string) (*types.Package, error) {
	return it.ImportFrom(path, it.from.dir, 0)
}

func (it localImporter) ImportFrom(path, dir string, mode types.ImportMode) (*types.Package, error) {
	if path == "C" {
		return nil, fmt.Errorf("cgo")
	}
	if folder := folderOf(path, it.from.dir); folder != "" {
		if it.own != nil && folder == it.from.dir {
			return it.own, nil
		}
		return packageIn(folder)
	}
	if !isStandard(path) {
		return nil, fmt.Errorf("%s is absent", path)
	}
	return standard.ImportFrom(path, it.from.dir, 0)
}

// isStandard is true for a package of the standard library: no other has a first part without a dot there.
func isStandard(path string) bool {
	_, err := os.Stat(filepath.Join(build.Default.GOROOT, "src", path))
	return err == nil || path == "unsafe"
}

// folderOf returns the folder in the root that an import names, if any: the innermost module around the file comes first.
func folderOf(path, from string) string {
	for _, one := range modules {
		if from != one.dir && !strings.HasPrefix(from, one.dir+"/") {
			continue
		}
		for replaced, dir := range one.replaced {
			if folder, ok := below(path, replaced, dir); ok {
				return folder
			}
		}
	}
	for _, one := range modules {
		if folder, ok := below(path, one.path, one.dir); ok && byDir[folder] != nil {
			return folder
		}
	}
	return ""
}

func below(path, prefix, dir string) (string, bool) {
	if path == prefix {
		return dir, true
	}
	if strings.HasPrefix(path, prefix+"/") {
		return filepath.Join(dir, path[len(prefix):]), true
	}
	return "", false
}

// packageIn returns what other packages import from a folder.
func packageIn(dir string) (*types.Package, error) {
	if pkg, isKnown := plain[dir]; isKnown {
		if pkg == nil {
			return nil, fmt.Errorf("a circle of imports at %s", dir)
		}
		return pkg, nil
	}
	for _, one := range byDir[dir] {
		files := []*ast.File{}
		for _, file := range one.files {
			if !strings.HasSuffix(fset.Position(file.Pos()).Filename, "_test.go") {
				files = append(files, file)
			}
		}
		if len(files) == 0 || strings.HasSuffix(one.name, "_test") {
			continue
		}
		plain[dir] = nil
		plain[dir] = checkFiles(group{dir: dir, name: one.name, files: files}, nil, nil)
		return plain[dir], nil
	}
	return nil, fmt.Errorf("no package in %s", dir)
}

func check(one *group, own *types.Package) *types.Package {
	return checkFiles(*one, own, info)
}

func checkFiles(one group, own *types.Package, into *types.Info) *types.Package {
	config := types.Config{
		Importer:    localImporter{from: one, own: own},
		FakeImportC: true,
		Error: func(err error) {
			if into != nil {
				errors++
			}
		},
	}
	pkg, _ := config.Check(filepath.Join("local", one.dir), fset, one.files, into)
	return pkg
}

func write() {
	names := []name{}
	for _, dir := range sortedKeys(byDir) {
		for _, one := range byDir[dir] {
			for _, file := range one.files {
				names = append(names, namesIn(file, dir, one.name)...)
			}
		}
	}
	for _, file := range unbuilt {
		eachName(file, func(id *ast.Ident, _ *ast.SelectorExpr) {
			names = append(names, name{place: placeOf(id.Pos()), Name: id.Name, Kind: "other", Targets: []place{}})
		})
	}
	sort.SliceStable(names, func(i, j int) bool {
		a, b := names[i], names[j]
		if a.File != b.File {
			return a.File < b.File
		}
		return a.Line < b.Line || (a.Line == b.Line && a.Column < b.Column)
	})
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for _, one := range names {
		encoder.Encode(one)
	}
}

func namesIn(file *ast.File, dir, pkg string) []name {
	names := []name{}
	eachName(file, func(id *ast.Ident, selector *ast.SelectorExpr) {
		found := name{place: placeOf(id.Pos()), Name: id.Name, Kind: "other", Targets: []place{}}
		object := info.Uses[id]
		if object == nil {
			declared, isKnown := info.Defs[id]
			// The variable of a type switch and the name of the package have no object.
			found.IsDeclared = isKnown || id == file.Name
			object = declared
		}
		if object != nil {
			found.Kind = kindOf(object)
			found.Targets = targetsOf(object, dir, pkg)
		} else if path := absentPackage(selector); path != "" && !found.IsDeclared {
			found.Targets = []place{absentPlace(path)}
		}
		names = append(names, found)
	})
	return names
}

// eachName visits the identifiers of a file, the right one of a selector with it.
func eachName(file *ast.File, use func(id *ast.Ident, selector *ast.SelectorExpr)) {
	selectors := map[*ast.Ident]*ast.SelectorExpr{}
	ast.Inspect(file, func(node ast.Node) bool {
		switch it := node.(type) {
		case *ast.SelectorExpr:
			selectors[it.Sel] = it
		case *ast.Ident:
			if it.Name != "_" && it.Pos().IsValid() {
				use(it, selectors[it])
			}
		}
		return true
	})
}

// absentPackage returns the path of the absent package that a selector names something of.
func absentPackage(selector *ast.SelectorExpr) string {
	if selector == nil {
		return ""
	}
	id, isName := selector.X.(*ast.Ident)
	if !isName {
		return ""
	}
	if pkg, isPackage := info.Uses[id].(*types.PkgName); isPackage && isAbsent(pkg.Imported()) {
		return pkg.Imported().Path()
	}
	return ""
}

func isAbsent(pkg *types.Package) bool {
	return !strings.HasPrefix(pkg.Path(), "local/") && (pkg.Path() == "C" || !isStandard(pkg.Path()))
}

func absentPlace(path string) place {
	return place{File: "/absent/" + path, Line: 1, Column: 1}
}

func targetsOf(object types.Object, dir, pkg string) []place {
	if it, isPackage := object.(*types.PkgName); isPackage {
		imported := it.Imported()
		if isAbsent(imported) {
			return []place{absentPlace(imported.Path())}
		}
		if folder := strings.TrimPrefix(imported.Path(), "local"); folder != imported.Path() {
			targets := []place{placeOf(it.Pos())}
			for _, one := range byDir[folder] {
				for _, file := range one.files {
					if file.Name.Name == imported.Name() {
						targets = append(targets, placeOf(file.Name.Pos()))
					}
				}
			}
			return targets
		}
		return []place{{File: filepath.Join(build.Default.GOROOT, "src", imported.Path()), Line: 1, Column: 1}}
	}
	if !object.Pos().IsValid() {
		return []place{{File: filepath.Join(build.Default.GOROOT, "src", "builtin", "builtin.go"), Line: 1, Column: 1}}
	}
	targets := []place{placeOf(object.Pos())}
	if object.Pkg() != nil && strings.HasPrefix(object.Pkg().Path(), "local/") {
		folder := strings.TrimPrefix(object.Pkg().Path(), "local")
		if receiver, isOutermost := scopeOf(object); isOutermost {
			targets = append(targets, elsewhere[keyOf(folder, object.Pkg().Name(), receiver, object.Name())]...)
		}
	}
	return targets
}

// scopeOf returns the receiver of a method; false for what is in a function or a struct.
func scopeOf(object types.Object) (string, bool) {
	if it, isFunction := object.(*types.Func); isFunction {
		receiver := it.Type().(*types.Signature).Recv()
		if receiver == nil {
			return "", true
		}
		kind := receiver.Type()
		if pointer, isPointer := kind.(*types.Pointer); isPointer {
			kind = pointer.Elem()
		}
		if named, isNamed := kind.(*types.Named); isNamed {
			return named.Obj().Name(), true
		}
		return "", false
	}
	return "", object.Parent() == object.Pkg().Scope()
}

func kindOf(object types.Object) string {
	switch it := object.(type) {
	case *types.TypeName:
		if _, isParameter := it.Type().(*types.TypeParam); isParameter {
			return "typeParameter"
		}
		return "class"
	case *types.Func:
		if it.Type().(*types.Signature).Recv() != nil {
			return "method"
		}
		return "function"
	case *types.Var:
		if it.IsField() {
			return "field"
		}
		return "variable"
	case *types.Const:
		return "constant"
	case *types.PkgName:
		return "package"
	case *types.Label:
		return "label"
	case *types.Builtin:
		return "function"
	}
	return "other"
}

// placeOf returns a place with its column in UTF-16 units, relative to the root inside of it.
func placeOf(at token.Pos) place {
	position := fset.PositionFor(at, false)
	inside, isInside := position.Filename, false
	if strings.HasPrefix(inside, root+"/") {
		inside, isInside = inside[len(root)+1:], true
	}
	column := position.Column
	if isInside {
		lines, isKnown := texts[position.Filename]
		if !isKnown {
			text, _ := os.ReadFile(position.Filename)
			lines = strings.Split(string(text), "\n")
			texts[position.Filename] = lines
		}
		before := lines[position.Line-1][:column-1]
		column = len(utf16.Encode([]rune(before))) + 1
	}
	return place{File: inside, Line: position.Line, Column: column}
}

func sortedKeys(groups map[string][]*group) []string {
	keys := make([]string, 0, len(groups))
	for key := range groups {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
